// Package paper is the floor for the tagging subscription: printers, paper and
// their prices, prints that use paper up, reminders, and shipments that
// package billing charges for. A farm's subscription state is stored by package
// farm, whose screens show it.
//
// [Service.ResendSetupEmail] reminds a farm of the invoice with which its
// subscription begins.
package paper
