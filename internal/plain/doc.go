// Package plain is the one rule for text that comes from outside: there is
// nothing in it but what a person can see.
//
// It refuses control characters, NUL among them, the characters that turn the
// direction of writing, which can make "fdp.exe" look like "exe.pdf", and bytes
// that are not UTF-8. Newlines and tabs are allowed in fields of several lines.
// Package rest checks every JSON call before its use case runs; code that takes
// text in another way (files, headers, the command line) calls this package.
package plain
