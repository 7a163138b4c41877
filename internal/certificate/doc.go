// Package certificate keeps the TLS certificate of the public address, for a
// server without a proxy in front of it: from two files, which are read anew
// when somebody replaces them, or issued and renewed by an authority that
// speaks ACME (RFC 8555), such as Let's Encrypt.
package certificate
