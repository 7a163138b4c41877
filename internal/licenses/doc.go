// Package licenses has the licenses of everything that is compiled into the binary.
package licenses
