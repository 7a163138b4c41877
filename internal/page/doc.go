// Package page is how a list is asked for and answered, page by page (API-1).
// The tags of a [Query] say its form to whoever reads it from a request.
package page
