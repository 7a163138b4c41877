// Package across sets the farms that somebody may see side by side: living animals, harvest,
// mortality and size of each and of its growing areas, over a range of days, with the figures
// that the farm's own reports have.
//
// They come from the sums that package column keeps of each farm by growing area and day. A farm
// whose sums are not there, after a start or because its book has grown since, is counted while
// the caller waits, for a second at most; then the answer says how many farms are counted, and
// whoever asks again goes on from there (count.go). No figure is ever of an older book.
//
// Of the lots of a filter, or as known on a day, no sums are kept: each farm is added up as its
// own report is, and memory.go keeps what the questions that were asked last came to.
package across
