// Package secret makes the tokens that open something to whoever has them:
// sessions, reset links, tickets, downloads.
//
// The database stores only the digest of a token. A token has 256 random bits,
// too many to guess, so a plain SHA-256 keeps it safe.
package secret
