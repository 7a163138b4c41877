package app

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/sheet"
	"github.com/merroir/merroir/internal/licenses"
	"github.com/merroir/merroir/internal/sqldb"
)

// ServeCommand runs the server until the context ends.
type ServeCommand struct {
	Config `group:"settings"`
}

func (c *ServeCommand) Run(ctx context.Context) error {
	a, err := New(ctx, c.Config)
	if err != nil {
		return err
	}
	debug.SetMemoryLimit(a.config.shares.heap())
	return a.Run(ctx)
}

// MigrateCommand brings the schema up to date.
type MigrateCommand struct {
	Config `group:"settings"`
}

func (c *MigrateCommand) Run(ctx context.Context) error {
	return asPlatform(ctx, &c.Config, func(context.Context, *sqldb.DB) error {
		_, err := fmt.Println("The database is up to date.")
		return err
	})
}

// ImportCommand reads a spreadsheet into a farm, all of it or nothing.
type ImportCommand struct {
	Config     `group:"settings"`
	Farm       string `arg:"" help:"Id of the farm."`
	File       string `arg:"" type:"existingfile" help:"CSV or XLSX file: activities, or visits of a field notebook."`
	AreaPrefix string `help:"Put before the name of each growing area: 'Site ' makes 'Site A' of 'A'."`
	AnimalType string `help:"Animal type, for a sheet that does not say."`
	SeedSource string `help:"Seed source, for a sheet that does not say."`
}

func (c *ImportCommand) Run(ctx context.Context) error {
	return asPlatform(ctx, &c.Config, func(ctx context.Context, db *sqldb.DB) error {
		file, err := os.Open(c.File)
		if err != nil {
			return err
		}
		defer file.Close()
		result, err := sheet.Import(ctx, ledger.New(db, time.Now), c.Farm, c.File, file, sheet.Options{
			AreaPrefix: c.AreaPrefix, OysterType: c.AnimalType, SeedSource: c.SeedSource,
		})
		if err != nil {
			return err
		}
		fmt.Println(result)
		return nil
	})
}

// OpenAPICommand prints the API document, from which the web app's types are
// made.
type OpenAPICommand struct {
	Metrics  bool `help:"Print the table of metrics for the web app instead."`
	Formulas bool `help:"Print how each metric is worked out for the web app instead."`
	Rolls    bool `help:"Print the table of the kinds of roll for the web app instead."`
	Zones    bool `help:"Print the table of time zones for the web app instead."`
}

func (c *OpenAPICommand) Run() error {
	made := Document
	switch {
	case c.Metrics:
		made = MetricsTable
	case c.Formulas:
		made = FormulasTable
	case c.Rolls:
		made = RollsTable
	case c.Zones:
		made = ZonesTable
	}
	document, err := made()
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(document)
	return err
}

// VersionCommand prints what was built.
type VersionCommand struct{}

func (c *VersionCommand) Run() error {
	fmt.Println("merroir", Version())
	return nil
}

// LicensesCommand prints the licenses of what is compiled in.
type LicensesCommand struct{}

func (c *LicensesCommand) Run() error { return licenses.Print(os.Stdout) }

// Version is the module's version, and the commit where the build knows it.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	version := info.Main.Version
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			version += " " + setting.Value
		}
	}
	return version
}
