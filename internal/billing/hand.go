package billing

import "context"

// hand is the provider where people move the money and staff note it.
type hand struct{}

func (hand) name() string                          { return ByHand }
func (hand) settle(context.Context, Invoice) error { return nil }
