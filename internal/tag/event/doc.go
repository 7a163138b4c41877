// Package event takes what firms do with their tags ([Service.Take]): harvest, receive,
// ship, wet storage, icing, retag, split, commingle, and taking back what was a mistake. A
// batch is loaded, decided in memory (decide.go) and stored, all of it or nothing. A
// harvest tag takes from what the farm's book has as harvested, and copies it; any other
// takes from the remainder of the tags that it is made of. docs/decisions/0013 has the model.
//
// Tags that no event made, as those on paper before there were events, are
// made by [Service.Create], and stay as they are until an event happens to them.
package event
