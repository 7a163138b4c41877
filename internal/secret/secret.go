package secret

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
)

// New makes a token of 64 hex digits, and its digest.
func New() (token, digest string) {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand)
	token = hex.EncodeToString(b[:])
	return token, Digest(token)
}

// Digest is what a token, or a code as hard to guess, is stored and found by.
func Digest(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
