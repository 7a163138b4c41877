// Package sales says what a farm's harvests were sold for: by buyer and by growing
// area, in each currency by itself, and by the dozen.
//
// A harvest is worth what package ledger says of its facts ([ledger.Facts.Worth]); what
// undoes one takes exactly that back. A harvest without a price, or priced in a unit
// whose quantity is not known, is counted beside the values and never guessed. Currencies
// are never added to one another. docs/formulas.md has it worked out.
//
// The figures are read from the ledger by one statement and added up here: the prices
// are a part of the facts of an activity, which reports do not keep in memory.
package sales
