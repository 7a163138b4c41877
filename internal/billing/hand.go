package billing

import (
	"context"

	"github.com/merroir/merroir/internal/sqldb"
)

// hand is the provider where people move the money and staff note it.
type hand struct{}

func (hand) name() string                                               { return ByHand }
func (hand) settle(context.Context, Invoice) error                      { return nil }
func (hand) hasMethod(context.Context, *sqldb.Tx, string) (bool, error) { return true, nil }
