// Package scan counts how often the public page of each tag is looked at, and
// points out what may be copies.
//
// A count is made of the page's beacon: the tag, the day and the hour in UTC, and the
// country of the network that it came from, found in a table inside the binary and
// kept in the place of the address. Nothing of a person is kept: no address, no
// cookie, no browser. Previews of links and other programs are not counted.
//
// [Counter] gathers counts in memory, bounded, and adds them to those of other
// processes every few seconds and when the program ends; the page never waits for
// that. What is not stored yet is lost when a process breaks off: these are counts,
// not books. [Service.Of] reads them for the people of a firm. A count is kept for
// [kept] days.
//
// The table is packed from IP2Location LITE (countries.md says how), by /22 of IPv4
// and /32 of IPv6: good enough for where in the world, and for nothing finer.
package scan
