// Command merroir is the whole product in one binary: see merroir --help.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/merroir/merroir/internal/app"
)

type commands struct {
	Serve   app.ServeCommand   `cmd:"" help:"Run the server."`
	Migrate app.MigrateCommand `cmd:"" help:"Bring the database up to date and stop."`
	Import  app.ImportCommand  `cmd:"" help:"Read a spreadsheet (CSV or XLSX) of animal groups and activities into a farm."`
	Mail    app.MailCommand    `cmd:"" help:"Test the mail server."`
	User    app.UserCommand    `cmd:"" help:"Manage users."`
	Jobs    app.JobsCommand    `cmd:"" help:"Look after the jobs that run in the background."`
	Billing app.BillingCommand `cmd:"" help:"Look after invoices and payments."`
	Backup  app.BackupCommand  `cmd:"" help:"Back everything up into one file, also while the server runs."`
	Restore app.RestoreCommand `cmd:"" help:"Put a backup back, or rehearse it."`
	Check   app.CheckCommand   `cmd:"" help:"Prove that the database is sound and everything in it adds up, also while the server runs."`
	Health  app.HealthCommand  `cmd:"" help:"Ask the server on this machine whether it is healthy, for a container's health check."`
	OpenAPI app.OpenAPICommand `cmd:"" name:"openapi" help:"Print the API document."`
	Version app.VersionCommand `cmd:"" help:"Print the version."`

	Licenses app.LicensesCommand `cmd:"" help:"Print the licenses of all that is compiled in."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once

	if err := execute(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "merroir:", err)
		stop()
		os.Exit(1)
	}
}

func execute(ctx context.Context, args []string) error {
	if err := app.LoadEnvFile(args); err != nil {
		return err
	}
	if err := app.CheckNames(os.Environ()); err != nil {
		return err
	}

	var c commands
	return kong.Parse(&c, kong.Name("merroir"), kong.Description("Traceability for shellfish farms."),
		kong.UsageOnError(), kong.BindTo(ctx, (*context.Context)(nil)),
		kong.ExplicitGroups([]kong.Group{{Key: "settings", Title: "Settings of the server, which most commands share:"}})).Run()
}
