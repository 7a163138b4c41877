package site

import (
	"net/url"
	"strings"
)

// The paths the web app has a screen for. Any other path gets the same page
// with status 404, and the app says that there is nothing. A part in braces
// stands for any one part.
var appRoutes = splitAll(
	"/",
	"/login",
	"/login/forgot",
	"/login/reset/{email}/{key}",
	"/login/logout",
	"/sso/{token}/{farmId}",
	"/manage",
	"/manage/{id}",
	"/manage/{id}/{invoice}",
	"/farms",
	"/farms/setup",
	"/farms/{id}",
	"/farms/{id}/record",
	"/farms/upload/{id}",
	"/reports/{id}",
	"/account",
	"/account/settings",
	"/admin",
	"/admin/users",
	"/admin/users/{id}",
	"/admin/admin-groups",
	"/admin/admin-groups/{id}",
	"/admin/audit",
	"/admin/jobs",
)

// Longer than any address the product makes.
const maxPath = 1024

// routeOwns reports whether a screen of the app answers the path, given as it
// came over the wire: an encoded slash is part of a value and ends no part.
func routeOwns(escapedPath string) bool {
	if len(escapedPath) > maxPath {
		return false
	}
	parts := split(escapedPath)
	for _, route := range appRoutes {
		if matchesRoute(route, parts) {
			return true
		}
	}
	return false
}

func matchesRoute(route, parts []string) bool {
	if len(route) != len(parts) {
		return false
	}
	for i, want := range route {
		if !strings.HasPrefix(want, "{") && want != parts[i] || !isValue(parts[i]) {
			return false
		}
	}
	return true
}

// isValue refuses what a browser or a proxy would read as a step in the path.
// A slash within a value is possible: an email address may have one.
func isValue(part string) bool {
	value, err := url.PathUnescape(part)
	if err != nil || strings.ContainsAny(value, "\\\x00") {
		return false
	}
	for piece := range strings.SplitSeq(value, "/") {
		if piece == "" || piece == "." || piece == ".." {
			return false
		}
	}
	return true
}

// split takes one closing slash as the same path without it.
func split(path string) []string {
	if path == "/" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(strings.TrimPrefix(path, "/"), "/"), "/")
}

func splitAll(paths ...string) [][]string {
	routes := make([][]string, len(paths))
	for i, path := range paths {
		routes[i] = split(path)
	}
	return routes
}
