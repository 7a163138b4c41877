// Package plain is the one rule for text that comes from outside: what a person
// can see of it is all that there is in it.
//
// Refused are control characters, NUL among them, the characters that turn the
// direction of writing, with which "exe.pdf" is made of "fdp.exe", and bytes
// that are no UTF-8. A newline and a tab are text where a field has several
// lines. Package rest holds every JSON call to this before its use case runs;
// what comes in another way (files, headers, the command line) asks here.
package plain
