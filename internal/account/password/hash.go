package password

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/argon2"

	"github.com/merroir/merroir/internal/fault"
)

// Cost is what a password hash takes. The zero value is the [OWASP] one of
// argon2id; tests of something else take less.
//
// [OWASP]: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
type Cost struct {
	Passes uint32
	Memory uint32 // KiB
}

func (c Cost) orStandard() Cost {
	if c == (Cost{}) {
		return Cost{Passes: 2, Memory: standardMemory}
	}
	return c
}

const (
	standardMemory = 19 * 1024 // KiB
	// MostMemory is what all that is hashed at once takes, in bytes.
	MostMemory = maxHashing * standardMemory << 10

	hashThreads = 1
	hashLength  = 32
	saltLength  = 16

	maxHashing   = 4  // at once: each takes 19 MiB; more callers wait their turn
	maxUntrusted = 2  // of these, for callers who are not trusted
	maxWaiting   = 16 // for one network, or one user who is signed in
	maxWait      = 5 * time.Second
)

// Requester is who asks for a password to be hashed. Trusted is who is signed
// in, holds a reset key or is on a network from which the user has signed in
// before: they get past a crowd, as untrusted callers never hold every slot.
type Requester struct {
	Key     string // a network or user, for whom few wait at once; empty for the platform itself
	Trusted bool
}

var errBusy = fault.New(fault.Unavailable, "Too many people are signing in at once. Please try again.")

// Hasher hashes and checks passwords, few at a time, so that a crowd at the
// sign-in cannot take the memory of the whole process.
type Hasher struct {
	cost           Cost
	slots          chan struct{}
	untrustedSlots chan struct{} // taken first by those who are not trusted
	dummy          string        // checked for an unknown user, so that it takes as long
	hashed         atomic.Int64

	mu      sync.Mutex
	waiting map[string]int // by Requester.Key
}

// NewHasher gives a hasher with all its slots free. It checks no hash of another cost.
func NewHasher(cost Cost) *Hasher {
	cost = cost.orStandard()
	return &Hasher{
		cost:           cost,
		slots:          make(chan struct{}, maxHashing),
		untrustedSlots: make(chan struct{}, maxUntrusted),
		dummy:          cost.encode(make([]byte, saltLength), make([]byte, hashLength)),
		waiting:        map[string]int{},
	}
}

// Hashed is the number of hashes that were computed so far.
func (h *Hasher) Hashed() int64 { return h.hashed.Load() }

// Hash gives the PHC string of the password with a new salt. It is an
// Unavailable fault when no slot comes free in time.
func (h *Hasher) Hash(ctx context.Context, by Requester, password string) (string, error) {
	salt := make([]byte, saltLength)
	_, _ = rand.Read(salt) // never fails (crypto/rand)
	key, err := h.derive(ctx, by, password, salt)
	if err != nil {
		return "", err
	}
	return h.cost.encode(salt, key), nil
}

// Verify reports whether the password made the hash. An empty hash belongs to
// nobody: the work is done and the answer is no. A password that is too long to
// have been set costs no hashing.
func (h *Hasher) Verify(ctx context.Context, by Requester, hash, password string) (bool, error) {
	if len(password) > MaxLength {
		return false, nil
	}
	nobody := hash == ""
	if nobody {
		hash = h.dummy
	}
	var version, threads int
	var cost Cost
	var salt64, key64 string
	if _, err := fmt.Sscanf(hash, "$argon2id$v=%d$m=%d,t=%d,p=%d$%22s$%43s", &version, &cost.Memory, &cost.Passes, &threads, &salt64, &key64); err != nil {
		return false, fmt.Errorf("reading a password hash: %w", err)
	}
	salt, err1 := base64.RawStdEncoding.DecodeString(salt64)
	want, err2 := base64.RawStdEncoding.DecodeString(key64)
	if err1 != nil || err2 != nil || version != argon2.Version || cost != h.cost || threads != hashThreads {
		return false, fmt.Errorf("a password hash has unknown parameters")
	}
	got, err := h.derive(ctx, by, password, salt)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(got, want) == 1 && !nobody, nil
}

func (h *Hasher) derive(ctx context.Context, by Requester, password string, salt []byte) ([]byte, error) {
	if !h.enter(by.Key) {
		return nil, errBusy
	}
	defer h.leave(by.Key)
	timeout := time.NewTimer(maxWait)
	defer timeout.Stop()
	needed := []chan struct{}{h.untrustedSlots, h.slots}
	if by.Trusted {
		needed = needed[1:]
	}
	for _, slots := range needed {
		select {
		case slots <- struct{}{}:
			defer func() { <-slots }()
		case <-timeout.C:
			return nil, errBusy
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	h.hashed.Add(1)
	return argon2.IDKey([]byte(normal(password)), salt, h.cost.Passes, h.cost.Memory, hashThreads, hashLength), nil
}

// enter counts one more who waits under the key, unless too many do already.
func (h *Hasher) enter(key string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if key != "" && h.waiting[key] >= maxWaiting {
		return false
	}
	h.waiting[key]++
	return true
}

func (h *Hasher) leave(key string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.waiting[key]--; h.waiting[key] == 0 {
		delete(h.waiting, key)
	}
}

func (c Cost) encode(salt, key []byte) string {
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, c.Memory, c.Passes, hashThreads, b64(salt), b64(key))
}
