package account

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"sync"
	"time"

	"golang.org/x/crypto/argon2"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
)

// The cost of a password hash: OWASP Password Storage Cheat Sheet, argon2id.
const (
	hashTime    = 2
	hashMemory  = 19 * 1024 // KiB
	hashThreads = 1
	hashLength  = 32
	saltLength  = 16

	hashesAtOnce = 4  // each takes 19 MiB; more callers wait their turn
	hashesOfMany = 2  // of these at most, for callers about whom nothing is known
	hashesOfOne  = 16 // waiting for one network, or one user who is signed in
	hashPatience = 5 * time.Second
)

// turn says for whom a password is hashed. Whoever is trusted, being signed in,
// holding a reset key or on a network from which the user has signed in before,
// passes the crowd: anonymous callers never hold all places.
type turn struct {
	of      string // a network or user, of whom few wait at once; empty for the platform itself
	trusted bool
}

func turnOfCaller(ctx context.Context) turn {
	caller, _ := actor.From(ctx)
	return turn{of: caller.UserID, trusted: true}
}

var errCrowd = fault.New(fault.Unavailable, "Too many people are signing in at once. Please try again.")

// hasher hashes and checks passwords, few at a time, so that a crowd at the
// sign-in cannot take the memory of the whole process.
type hasher struct {
	places chan struct{}
	lobby  chan struct{} // what those who are not trusted hold first
	dummy  string        // checked for an unknown user, so that it takes as long

	mu      sync.Mutex
	waiting map[string]int // by turn.of
}

func newHasher() *hasher {
	return &hasher{
		places:  make(chan struct{}, hashesAtOnce),
		lobby:   make(chan struct{}, hashesOfMany),
		dummy:   encodeHash(make([]byte, saltLength), make([]byte, hashLength)),
		waiting: map[string]int{},
	}
}

// hash gives the PHC text of the password under a new salt.
func (h *hasher) hash(ctx context.Context, t turn, password string) (string, error) {
	salt := make([]byte, saltLength)
	_, _ = rand.Read(salt) // never fails (crypto/rand)
	key, err := h.derive(ctx, t, password, salt)
	if err != nil {
		return "", err
	}
	return encodeHash(salt, key), nil
}

// verify reports whether the password made the hash. An empty hash belongs to
// nobody: the work is done and the answer is no.
func (h *hasher) verify(ctx context.Context, t turn, hash, password string) (bool, error) {
	nobody := hash == ""
	if nobody {
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
	got, err := h.derive(ctx, t, password, salt)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(got, want) == 1 && !nobody, nil
}

func (h *hasher) derive(ctx context.Context, t turn, password string, salt []byte) ([]byte, error) {
	if !h.enter(t.of) {
		return nil, errCrowd
	}
	defer h.leave(t.of)
	patience := time.NewTimer(hashPatience)
	defer patience.Stop()
	rooms := []chan struct{}{h.lobby, h.places}
	if t.trusted {
		rooms = rooms[1:]
	}
	for _, room := range rooms {
		select {
		case room <- struct{}{}:
			defer func() { <-room }()
		case <-patience.C:
			return nil, errCrowd
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return argon2.IDKey([]byte(normal(password)), salt, hashTime, hashMemory, hashThreads, hashLength), nil
}

// enter counts one more who waits, unless that are too many already.
func (h *hasher) enter(of string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if of != "" && h.waiting[of] >= hashesOfOne {
		return false
	}
	h.waiting[of]++
	return true
}

func (h *hasher) leave(of string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.waiting[of]--; h.waiting[of] == 0 {
		delete(h.waiting, of)
	}
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
