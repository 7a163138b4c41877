// Package download is the answer of a route that gives a file to keep.
package download
