package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

// asPlatform opens the database for a command. Whoever may run it may do anything;
// the audit trail has it as the platform itself.
func asPlatform(ctx context.Context, c *Config, do func(context.Context, *sqldb.DB) error) error {
	db, err := openDatabase(ctx, c)
	if err != nil {
		return err
	}
	defer db.Close()
	return errors.Join(do(actor.With(ctx, actor.System), db), c.giveToOwner(false))
}

// printAll prints a list of any length as a table, one item on a line. The heading
// and the lines have tabs between their columns.
func printAll[T any](heading string, list func(page.Slice) (page.List[T], error), line func(T) string) error {
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, heading)
	for slice := (page.Slice{Limit: 100, Page: 1}); ; slice.Page++ {
		items, err := list(slice)
		if err != nil {
			return err
		}
		for _, item := range items.Data {
			fmt.Fprintln(table, line(item))
		}
		if !items.Pages.HasNext {
			return table.Flush()
		}
	}
}
