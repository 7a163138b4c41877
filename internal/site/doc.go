// Package site answers everything that is a page rather than data: the embedded
// web app, the public tag page, the pageview beacon, and the security headers of
// every answer of the server.
//
// The web app is a folder of files made by the build in web/. Their names carry
// a hash, so they are kept for ever; the page that names them is written anew
// for each answer, with a nonce and the settings of this server in it ([Static]).
//
// The tag page is what anybody sees who scans a tag. Package tagpage writes it, here it
// is made into an answer ([Renderer]). Pages are kept by tag and version ([TagPages]), and so is what the API says
// of a tag. The version is asked for on every request: when it cannot be had the
// answer is an error page, never an older page that might lack a recall.
//
// Where a tag is shared it shows a picture with the name, the oysters and the
// harvest, or the recall ([TagPages.Picture]): drawn here, kept in the same way.
//
// Neighbours: package tag gives versions and the public read model, package tagpage the markup, package app
// mounts the handlers and puts [Headers] around everything, rest's included.
// This package stores nothing and knows no SQL.
package site
