// Package label makes the printed tags of containers: what a tag must say and in
// which order, whether a label says it, and the label as PDF, ZPL, TSPL or picture.
//
// What is asked is data ([Jurisdictions]): for each place and form the elements in
// their legal order, each with its rule, the rule's source and its days of force.
// [Compose] makes a label of the [Facts] of a tag; [Lint] compares any label with the
// facts and the rules, and says in words what is wrong. Where nothing was read about a
// place, its note says so, and only our own rules hold.
//
// [Lay] places a label on a paper, in millimetres, by the widths of one font, and
// refuses what does not fit: nothing is ever cut. The four renderings draw that one
// layout. Printers set plain text in their own condensed bold, which is narrower than
// ours; a line with any other letter is sent as a picture.
//
// Neighbours: package printing knows tags, firms and paper, and calls this one, which
// knows none of them.
package label
