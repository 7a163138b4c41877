// Package printing prints the labels of a firm's tags: it takes what the tags state
// (package stock), makes labels and has them checked (package label), and counts the
// paper (package paper).
//
// [Service.Look] says what would be printed and what is wrong with it, and changes
// nothing. [Service.Print] gives the file, or refuses with all that is wrong. A print
// has an id from the client: sent again it gives the same file and counts no paper;
// where a tag has changed since it is refused, as that would be another file. A print
// under a new id counts, whether the labels were printed before or not.
//
// The firm's people and those with the permission companies print, those who see every
// farm may look. No label is printed for a tag that is recalled or was taken back.
package printing
