package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"worklog/app"
	"worklog/models"
)

func backupCommand(file *string) *cobra.Command {
	return withFileCompletion(onDatabase(file, "backup FILE", "Copy the database, even while a server is running; never overwrites a file", cobra.ExactArgs(1),
		func(cmd *cobra.Command, config app.Config, arguments []string) error {
			name := arguments[0]
			odd, err := models.Format.Backup(cmd.Context(), config.Database, name)
			if err != nil {
				return err
			}
			warn(copiedOdd, odd...)
			written, err := os.Stat(name)
			if err != nil {
				return err
			}
			fmt.Printf("Wrote %s: %d bytes, a complete and checked copy of %s.\n", name, written.Size(), config.Database)
			return nil
		}))
}

func checkCommand(file *string) *cobra.Command {
	return withFileCompletion(onDatabase(file, "check [FILE]", "Check the database, or a backup, and report what is wrong with it", cobra.MaximumNArgs(1),
		func(cmd *cobra.Command, config app.Config, arguments []string) error {
			name := config.Database
			if len(arguments) > 0 {
				name = arguments[0]
			}
			found, err := app.Check(cmd.Context(), name, config)
			if err != nil {
				return err
			}
			warn("", found.Warnings...)
			if len(found.Findings) > 0 {
				return errors.New(strings.Join(found.Findings, "\n"))
			}
			fmt.Printf("%s: sound. Schema %d, %s.\n", name, found.Schema, contents(found))
			return nil
		}))
}

func restoreCommand(file *string) *cobra.Command {
	return withFileCompletion(onDatabase(file, "restore FILE", "Replace the database with a backup and keep the old one; the server must be stopped", cobra.ExactArgs(1),
		func(cmd *cobra.Command, config app.Config, arguments []string) error {
			done, err := app.Restore(cmd.Context(), arguments[0], config.Database)
			if err != nil {
				return err
			}
			warn("", done.Warnings...)
			warn(copiedOdd, done.Odd...)
			fmt.Printf("Restored %s from %s: schema %d, %s.\n", config.Database, arguments[0], done.Schema, contents(done.Checkup))
			if done.Kept != "" {
				fmt.Printf("The previous database is kept as %s.\n", done.Kept)
			}
			if done.Now != "" {
				fmt.Printf("The settings differ: %s, where the previous database had %s.\n", done.Now, done.Before)
			}
			fmt.Println("The server can be started again.")
			return nil
		}))
}

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
	command.Flags().BoolVar(&renew, "renew", false, "make new addresses of all feeds, which end those before, and print them")
	command.Flags().BoolVar(&revoke, "revoke", false, "end the addresses of all feeds")
	command.MarkFlagsMutuallyExclusive("renew", "revoke")
	return command
}

// copiedOdd introduces records that were copied although they are odd.
const copiedOdd = "odd, but copied as it is: "

// contents summarizes what a database holds.
func contents(found models.Checkup) string {
	return counted(found.Rows["work_entries"], "day") + ", " + counted(found.Rows["time_slots"], "slot") + ", " +
		counted(found.Rows["workplace_presence_events"], "event")
}

// counted formats a number with its noun.
func counted(count int64, noun string) string {
	if count == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", count, noun)
}
