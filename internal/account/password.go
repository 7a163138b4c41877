package account

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"time"

	"golang.org/x/crypto/argon2"

	"github.com/merroir/merroir/internal/fault"
)

// The cost of a password hash: OWASP Password Storage Cheat Sheet, argon2id.
const (
	hashTime    = 2
	hashMemory  = 19 * 1024 // KiB
	hashThreads = 1
	hashLength  = 32
	saltLength  = 16

	hashesAtOnce = 4 // each takes 19 MiB; more callers wait their turn
	hashPatience = 5 * time.Second
)

// hasher hashes and checks passwords, few at a time, so that a crowd at the
// sign-in cannot take the memory of the whole process.
type hasher struct {
	slots chan struct{}
	dummy string // checked for an unknown user, so that it takes as long
}

func newHasher() *hasher {
	return &hasher{
		slots: make(chan struct{}, hashesAtOnce),
		dummy: encodeHash(make([]byte, saltLength), make([]byte, hashLength)),
	}
}

// hash gives the PHC text of the password under a new salt.
func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltLength)
	_, _ = rand.Read(salt) // never fails (crypto/rand)
	key, err := h.derive(ctx, password, salt)
	if err != nil {
		return "", err
	}
	return encodeHash(salt, key), nil
}

// verify reports whether the password made the hash. An empty hash belongs to
// nobody: the work is done and the answer is no.
func (h *hasher) verify(ctx context.Context, hash, password string) (bool, error) {
	stranger := hash == ""
	if stranger {
		hash = h.dummy
	}
	var version, memory, passes, threads int
	var salt64, key64 string
	if _, err := fmt.Sscanf(hash, "$argon2id$v=%d$m=%d,t=%d,p=%d$%22s$%43s", &version, &memory, &passes, &threads, &salt64, &key64); err != nil {
		return false, fmt.Errorf("reading a password hash: %w", err)
	}
	salt, err1 := base64.RawStdEncoding.DecodeString(salt64)
	want, err2 := base64.RawStdEncoding.DecodeString(key64)
	if err1 != nil || err2 != nil || version != argon2.Version || memory != hashMemory || passes != hashTime || threads != hashThreads {
		return false, fmt.Errorf("a password hash has unknown parameters")
	}
	got, err := h.derive(ctx, password, salt)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(got, want) == 1 && !stranger, nil
}

func (h *hasher) derive(ctx context.Context, password string, salt []byte) ([]byte, error) {
	patience := time.NewTimer(hashPatience)
	defer patience.Stop()
	select {
	case h.slots <- struct{}{}:
		defer func() { <-h.slots }()
	case <-patience.C:
		return nil, fault.New(fault.Unavailable, "Too many people are signing in at once. Please try again.")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return argon2.IDKey([]byte(normal(password)), salt, hashTime, hashMemory, hashThreads, hashLength), nil
}

func encodeHash(salt, key []byte) string {
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, hashMemory, hashTime, hashThreads, b64(salt), b64(key))
}

// newSecret makes a token of 256 random bits and the digest under which it is
// stored.
func newSecret() (secret, digest string) {
	b := make([]byte, 32)
	_, _ = rand.Read(b) // never fails (crypto/rand)
	secret = base64.RawURLEncoding.EncodeToString(b)
	return secret, digestOf(secret)
}

func digestOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
