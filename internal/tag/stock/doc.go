// Package stock says what tags stand for: a [Tag] states a quantity in a unit and keeps
// what is left of it, and what it [Held] in other units; its [Origin] is where the animals
// come from. A tag that no event made may state none.
//
// [Service] answers what the people of a firm ask: lists, a tag with its lineage both
// ways, what was shipped to whom, which harvests are not on tags yet, and what labels
// print. Of another firm's tags they see what the public sees.
//
// Neighbours: package event takes from tags and makes them; package reach adds up what
// recalled ones come to.
package stock
