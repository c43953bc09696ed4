package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"worklog/app"
)

func feedsCommand(file *string) *cobra.Command {
	var renew, revoke bool
	command := &cobra.Command{
		Use:   "feeds",
		Short: "Say whether the feeds have addresses, renew or revoke them, also while a server runs",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			config, err := app.LoadForCommand(*file)
			if err != nil {
				return err
			}
			said := ""
			switch {
			case renew:
				said, err = renewFeeds(cmd, config)
			case revoke:
				said, err = "The feeds have no addresses any more.", app.RevokeFeeds(cmd.Context(), config)
			default:
				said, err = feedsState(cmd, config)
			}
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), said)
			return err
		},
	}
	command.Flags().BoolVar(&renew, "renew", false, "make new addresses, which end those before, and print them")
	command.Flags().BoolVar(&revoke, "revoke", false, "end the addresses")
	command.MarkFlagsMutuallyExclusive("renew", "revoke")
	return command
}

func renewFeeds(cmd *cobra.Command, config app.Config) (string, error) {
	addresses, err := app.RenewFeeds(cmd.Context(), config, time.Now())
	return strings.Join(addresses, "\n"), err
}

func feedsState(cmd *cobra.Command, config app.Config) (string, error) {
	made, err := app.FeedsMadeAt(cmd.Context(), config)
	if err != nil {
		return "", err
	}
	if made.IsZero() {
		return "The feeds have no addresses; `worklog feeds --renew` makes them.", nil
	}
	return "The feeds have had their addresses since " + made.Format("2006-01-02 15:04 MST") + ".", nil
}
