package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strings"
	"time"

	"worklog/handlers/feeds"
	"worklog/models"
	"worklog/models/civil"
)

// errNoDatabase is the error of reading from the database before the first start.
var errNoDatabase = errors.New("there is no database yet: `worklog` creates it when it starts")

// RenewFeeds replaces the addresses of a database's feeds and returns the new ones: that
// for home automation, that for the calendar and that of the days. It also works while a server
// runs. It returns the errors of [models.Open].
func RenewFeeds(ctx context.Context, config Config, now time.Time) (addresses []string, err error) {
	err = withStore(ctx, config, func(store *models.Store, config Config) error {
		for _, group := range models.FeedGroups {
			secret, err := store.RenewFeeds(ctx, group, civil.NewInstant(now))
			if err != nil {
				return err
			}
			for _, name := range feeds.Names[group] {
				addresses = append(addresses, ownAddress(config)+feeds.Path(secret, name))
			}
		}
		return nil
	})
	return addresses, err
}

// RevokeFeeds ends the addresses of the feeds, also while a server runs. Its errors
// are those of [FeedsState].
func RevokeFeeds(ctx context.Context, config Config) error {
	return withExisting(ctx, config, func(store *models.Store, _ Config) error { return store.RevokeFeeds(ctx, models.FeedGroups...) })
}

// FeedsState says since when the feeds have had their addresses, a line for each group. It returns
// [errNoDatabase], and the errors of [models.Open].
func FeedsState(ctx context.Context, config Config) (said string, err error) {
	err = withExisting(ctx, config, func(store *models.Store, config Config) error {
		made, err := store.Feeds(ctx)
		if err != nil {
			return err
		}
		if len(made) == 0 {
			said = "The feeds have no addresses; `worklog feeds --renew` makes them."
			return nil
		}
		var lines []string
		for _, group := range models.FeedGroups {
			names := strings.Join(feeds.Names[group], " and ")
			if feeds, known := made[group]; known {
				lines = append(lines, names+": an address since "+feeds.MadeAt.In(config.Rules.Zone).Format("2006-01-02 15:04 MST"))
			} else {
				lines = append(lines, names+": no address")
			}
		}
		said = strings.Join(lines, "\n")
		return nil
	})
	return said, err
}

// withExisting is withStore without making a database where there is none.
func withExisting(ctx context.Context, config Config, f func(*models.Store, Config) error) error {
	_, err := os.Stat(config.Database)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", config.Database, errNoDatabase)
	}
	if err != nil {
		return err
	}
	return withStore(ctx, config, f)
}

// withStore calls f with the database and with the configuration that its settings make, of
// which it has the rules.
func withStore(ctx context.Context, config Config, f func(*models.Store, Config) error) error {
	store, err := models.Open(ctx, config.Database, config.Rules)
	if err != nil {
		return err
	}
	if upgraded := store.Upgrade; upgraded != nil {
		fmt.Fprintf(os.Stderr, "The database was upgraded from schema %d to %d. As it was before, it is kept as %s.\n", upgraded.From, upgraded.To, upgraded.Backup)
	}
	config, err = config.inForce(ctx, store)
	if err == nil {
		if config.Settings.Fault != "" {
			fmt.Fprintln(os.Stderr, "warning: invalid settings; using an older version:", config.Settings.Fault)
		}
		err = f(store.WithRules(config.Rules), config)
	}
	return errors.Join(err, store.Close())
}

// ownAddress is where the server is reached: the public address, or else the one it
// listens on. One that stands for all addresses is called localhost, and so is a
// socket.
func ownAddress(config Config) string {
	if config.Access.PublicURL != nil {
		return config.Access.PublicURL.String()
	}
	if onSocket(config.Listen) {
		return "http://localhost"
	}
	host, port, _ := net.SplitHostPort(config.Listen) // which the configuration has checked
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port)
}
