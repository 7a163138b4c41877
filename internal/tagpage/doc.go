// Package tagpage is what anybody sees who scans a tag: what the page says
// ([tag.Page] becomes a view, everything on it decided), in English, Spanish and
// French, and its markup, HTML and CSS with a script of a few hundred bytes.
//
// The English is the specification's, letter for letter; what a farm typed itself
// stays as it is in every language. Text becomes markup in one way, by a writer that
// escapes it: markup as it is can only be a constant of this package
// ([decision 18]). An address becomes a link where a browser opens it as a page
// over http or https, and is text otherwise.
//
// A page leaves nothing out, a recall above all: where it is not known whether the
// tag is recalled there is no page.
//
// Neighbours: package tag reads what the page shows, package site keeps and serves
// it. This package knows no HTTP.
//
// [decision 18]: ../../docs/decisions/0018-the-page-of-a-tag-in-go.md
package tagpage
