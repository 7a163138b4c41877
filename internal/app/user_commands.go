package app

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/key"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/page"
	farmpeople "github.com/merroir/merroir/internal/people"
	"github.com/merroir/merroir/internal/sqldb"
)

// UserCommand groups what is done to users.
type UserCommand struct {
	Create        CreateUserCommand    `cmd:"" help:"Make a user; the password is read from standard input."`
	List          ListUsersCommand     `cmd:"" help:"List the users."`
	Disable       DisableUserCommand   `cmd:"" help:"Make a user inactive, which ends all their sessions."`
	ResetPassword ResetPasswordCommand `cmd:"" help:"Set a user's password, which is read from standard input, and end all their sessions."`

	RemoveSecondFactors RemoveSecondFactorsCommand `cmd:"" help:"Remove the second factors whose key is lost, so that their owners can sign in."`
}

// CreateUserCommand makes a user, above all the first one.
type CreateUserCommand struct {
	Config      `group:"settings"`
	Username    string `arg:""`
	Email       string `arg:""`
	Root        bool   `help:"May do everything."`
	Admin       bool   `help:"Works for the platform."`
	FarmManager bool   `help:"Manages farms."`
}

func (c *CreateUserCommand) Run(ctx context.Context) error {
	return withAccounts(ctx, &c.Config, func(ctx context.Context, accounts *account.Service) error {
		password, err := readPassword()
		if err != nil {
			return err
		}
		user, err := accounts.Create(ctx, account.NewUser{
			Username: c.Username, Email: c.Email, Password: password,
			Groups: account.Groups{Root: c.Root, Admin: c.Admin, FarmManager: c.FarmManager},
		})
		if err != nil {
			return err
		}
		fmt.Printf("User %s has the id %s.\n", user.Username, user.ID)
		return nil
	})
}

// ListUsersCommand prints one user on a line.
type ListUsersCommand struct {
	Config `group:"settings"`
	Active bool `help:"Only those who can sign in."`
}

func (c *ListUsersCommand) Run(ctx context.Context) error {
	return withAccounts(ctx, &c.Config, func(ctx context.Context, accounts *account.Service) error {
		filter := account.UserFilter{}
		if c.Active {
			filter.IsActive = "true"
		}
		return printAll("USERNAME\tEMAIL\tSTATE\tGROUPS\tID", func(slice page.Slice) (page.List[account.AccountRow], error) {
			return accounts.List(ctx, filter, page.Query{Sort: "name", Slice: slice})
		}, userLine)
	})
}

func userLine(u account.AccountRow) string {
	state := "active"
	if !u.IsActive {
		state = "inactive"
	}
	return strings.Join([]string{u.Username, u.Email, state, strings.Join(u.GroupNames(), ", "), u.ID}, "\t")
}

// DisableUserCommand switches a user off.
type DisableUserCommand struct {
	Config   `group:"settings"`
	Username string `arg:""`
}

func (c *DisableUserCommand) Run(ctx context.Context) error {
	return withAccounts(ctx, &c.Config, func(ctx context.Context, accounts *account.Service) error {
		user, err := accounts.ByUsername(ctx, c.Username)
		if err != nil {
			return err
		}
		active := false
		if _, err := accounts.Edit(ctx, user.ID, 0, account.UserChange{IsActive: &active}); err != nil {
			return err
		}
		fmt.Printf("User %s is inactive and signed out everywhere.\n", user.Username)
		return nil
	})
}

// ResetPasswordCommand sets a password. It takes one rather than printing a
// link, so that it works without a public address, before the first start too.
type ResetPasswordCommand struct {
	Config       `group:"settings"`
	Username     string `arg:""`
	RevokeIssued bool   `help:"Also revoke the user's open invitations, and their API keys of the last day."`
}

func (c *ResetPasswordCommand) Run(ctx context.Context) error {
	return withAccounts(ctx, &c.Config, func(ctx context.Context, accounts *account.Service) error {
		user, err := accounts.ByUsername(ctx, c.Username)
		if err != nil {
			return err
		}
		password, err := readPassword()
		if err != nil {
			return err
		}
		if err := accounts.SetPassword(ctx, user.ID, password, c.RevokeIssued); err != nil {
			return err
		}
		fmt.Printf("User %s has a new password and is signed out everywhere.\n", user.Username)
		if c.RevokeIssued {
			fmt.Println("Their open invitations, and their API keys of the last day, are revoked.")
		}
		return nil
	})
}

// RemoveSecondFactorsCommand removes second factors whose key is lost. Their owners get an email when the server
// runs again.
type RemoveSecondFactorsCommand struct {
	Config        `group:"settings"`
	Undecryptable bool `required:"" help:"Second factors that no key of the settings or the data folder decrypts."`
	All           bool `help:"Remove them also if no key is found at all, and so everybody's."`
	Yes           bool `help:"Do not ask for confirmation."`
}

func (c *RemoveSecondFactorsCommand) Run(ctx context.Context) error {
	return asPlatform(ctx, &c.Config, func(ctx context.Context, db *sqldb.DB) error {
		keys, _, err := c.keysAtHand()
		if err != nil {
			return err
		}
		if len(keys) == 0 && !c.All {
			return errors.New("no MFA encryption key is found here, so that everybody's second factor would be removed; name the settings of " +
				"the server by --env-file FILE, or, if every key is lost, add --all")
		}
		accounts, err := c.accountsWith(db, keys)
		if err != nil {
			return err
		}
		if err := refuseBesideOtherKeys(ctx, db, accounts); err != nil {
			return err
		}

		lost, err := c.countLostFactors(ctx, db, keys)
		if err != nil {
			return err
		}
		if lost == 0 {
			fmt.Println("Every second factor can be decrypted. Nothing was removed.")
			return nil
		}
		if !c.Yes {
			question := fmt.Sprintf("%d second factors cannot be decrypted. Their owners will sign in by password alone. Remove them?", lost)
			if err := confirm(question); err != nil {
				return err
			}
		}
		return removeLostFactors(ctx, accounts)
	})
}

// accountsWith returns a service that queues the emails to the owners.
func (c *RemoveSecondFactorsCommand) accountsWith(db *sqldb.DB, keys [][]byte) (*account.Service, error) {
	queue := jobs.New(db, jobs.Options{})
	mailer, err := c.commandMailer(queue)
	if err != nil {
		return nil, err
	}

	return account.New(db, account.Options{
		Now: time.Now, Queue: queue, Mail: mailer, PublicURL: c.PublicURL, Product: product, SecretKeys: keys,
	}), nil
}

// refuseBesideOtherKeys returns an error while an instance runs whose key is not found here: second factors that
// it decrypts would count as lost.
func refuseBesideOtherKeys(ctx context.Context, db *sqldb.DB, accounts *account.Service) error {
	if db.OneProcess() {
		return nil
	}

	var others []sqldb.Copy
	err := db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		others, err = sqldb.OtherCopies(ctx, tx, "", time.Now(), aliveFor)
		return err
	})
	if err != nil {
		return fmt.Errorf("list the running instances: %w", err)
	}

	for _, other := range others {
		if !accounts.HasKey(other.Key) {
			return fmt.Errorf("an instance is running (%s) whose MFA encryption key is not found here; name its settings by --env-file FILE, "+
				"or stop it and wait for %s", other.Name, aliveFor)
		}
	}
	return nil
}

// removeLostFactors removes the second factors and prints their owners.
func removeLostFactors(ctx context.Context, accounts *account.Service) error {
	owners, err := accounts.RemoveUndecryptableFactors(ctx)
	for _, owner := range owners {
		fmt.Printf("User %s (%s) has no second factor any more.\n", owner.Username, owner.Email)
	}
	if err != nil {
		return err
	}

	fmt.Printf("%d second factors were removed. Their owners are signed out, and get an email once the server runs.\n", len(owners))
	return nil
}

// withAccounts calls the function with the accounts. Keys end with their
// owner, and the server notifies the farm's managers once it runs.
func withAccounts(ctx context.Context, c *Config, do func(context.Context, *account.Service) error) error {
	return asPlatform(ctx, c, func(ctx context.Context, db *sqldb.DB) error {
		queue := jobs.New(db, jobs.Options{})
		mailer, err := c.commandMailer(queue)
		if err != nil {
			return err
		}

		accounts := account.New(db, account.Options{Now: time.Now, Queue: queue, Product: product, PasswordMin: c.PasswordMin})
		farms := farm.New(db, time.Now)
		keys := key.New(db, key.Options{Now: time.Now, Accounts: accounts, Farms: farms, Mail: mailer, PublicURL: c.PublicURL, Logger: slog.Default()})
		defer keys.Close()
		farmpeople.New(db, farmpeople.Options{Now: time.Now, Accounts: accounts, Farms: farms, Mail: mailer, Queue: queue, PublicURL: c.PublicURL})

		return do(ctx, accounts)
	})
}

// commandMailer returns the mailer of a command, whose emails the server sends once it runs.
func (c *Config) commandMailer(queue *jobs.Queue) (*mail.Mailer, error) {
	sender, _, err := c.newSender()
	if err != nil {
		return nil, err
	}
	return c.newMailer(queue, sender, mail.Options{})
}

// readPassword takes the first line of the standard input.
func readPassword() (string, error) {
	fmt.Fprint(os.Stderr, "Password: ")
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err != nil && line == "" {
		return "", errors.New("no password was given on standard input")
	}
	return strings.TrimRight(line, "\r\n"), nil
}

// confirm asks a question and returns an error unless the first line of standard input is "yes".
func confirm(question string) error {
	fmt.Fprintf(os.Stderr, "%s Type yes: ", question)
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err != nil && line == "" {
		return errors.New("not confirmed, nothing was changed; add --yes if nobody can answer")
	}
	if strings.TrimSpace(line) != "yes" {
		return errors.New("not confirmed, nothing was changed")
	}

	return nil
}
