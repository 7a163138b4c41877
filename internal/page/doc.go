// Package page is how a list is asked for and answered, page by page (API-1).
// The tags of a [Query] tell the API what a request for a list looks like.
package page
