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
	command := onDatabase(file, "feeds", "Say whether the feeds have addresses, renew or revoke them, also while a server runs", cobra.NoArgs,
		func(cmd *cobra.Command, config app.Config, _ []string) error {
			said, err := "The feeds have no addresses any more.", error(nil)
			switch {
			case renew:
				var addresses []string
				addresses, err = app.RenewFeeds(cmd.Context(), config, time.Now())
				said = strings.Join(addresses, "\n")
			case revoke:
				err = app.RevokeFeeds(cmd.Context(), config)
			default:
				said, err = app.FeedsState(cmd.Context(), config)
			}
			if err == nil {
				_, err = fmt.Println(said)
			}
			return err
		})
	command.Flags().BoolVar(&renew, "renew", false, "make new addresses, which end those before, and print them")
	command.Flags().BoolVar(&revoke, "revoke", false, "end the addresses")
	command.MarkFlagsMutuallyExclusive("renew", "revoke")
	return command
}
