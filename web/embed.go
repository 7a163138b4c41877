// Package web embeds the built front end: the app in dist/app and the style and
// script of the tag page in dist/tag. Both are made by `npm run build` here and
// are not committed; .gitkeep lets the Go code compile before the first build.
package web

import "embed"

// Dist holds everything below dist. A file missing from it means that the
// front end has not been built.
//
//go:embed all:dist
var Dist embed.FS
