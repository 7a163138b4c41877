// Package booktest makes farms for tests of the book, and reads their books as
// the tables have them.
package booktest
