package account

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// SecretKeySize is the length of a key for secrets, in bytes.
const SecretKeySize = 32

// ParseSecretKey reads a key as it is given in a setting: 32 bytes in hexadecimal
// or base64. No error contains any of it.
func ParseSecretKey(text string) ([]byte, error) {
	text = strings.TrimSpace(text)
	if key, err := hex.DecodeString(text); err == nil && len(key) == SecretKeySize {
		return key, nil
	}
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		if key, err := encoding.DecodeString(strings.TrimRight(text, "=")); err == nil && len(key) == SecretKeySize {
			return key, nil
		}
	}
	return nil, fmt.Errorf("a key is %d bytes in hexadecimal or base64, as openssl rand -hex %d prints it", SecretKeySize, SecretKeySize)
}

// errSealed is the error of a stored secret whose key is not at hand.
var errSealed = fmt.Errorf("%w: it is encrypted with a key that is neither in MERROIR_SECRET_KEY nor in MERROIR_SECRET_KEYS_OLD", ErrUndecryptable)

// sealer encrypts secrets for the database: AES-256-GCM, with the user's id as
// additional data, so that none can be copied to another user. A sealed secret
// begins with the id of its key, by which an older key is found.
type sealer struct {
	current string // id of the key that seals
	keys    map[string]cipher.AEAD
}

// newSealer takes the keys, of which the first seals and all open.
func newSealer(keys [][]byte) (*sealer, error) {
	s := &sealer{keys: map[string]cipher.AEAD{}}
	for i, key := range keys {
		if len(key) != SecretKeySize {
			return nil, fmt.Errorf("a key for secrets has %d bytes", len(key))
		}
		block, err := aes.NewCipher(key)
		if err != nil {
			return nil, err
		}
		aead, err := cipher.NewGCMWithRandomNonce(block)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(append([]byte("merroir key id "), key...))
		id := hex.EncodeToString(sum[:4])
		s.keys[id] = aead
		if i == 0 {
			s.current = id
		}
	}
	return s, nil
}

func factorData(userID string) []byte { return []byte("second factor of " + userID) }

func (s *sealer) seal(userID, secret string) (string, error) {
	aead, ok := s.keys[s.current]
	if !ok {
		return "", errors.New("there is no key for secrets")
	}
	return s.current + "." + base64.RawStdEncoding.EncodeToString(aead.Seal(nil, nil, []byte(secret), factorData(userID))), nil
}

func (s *sealer) open(userID, sealed string) (string, error) {
	id, text, _ := strings.Cut(sealed, ".")
	aead, ok := s.keys[id]
	if !ok {
		return "", errSealed
	}
	data, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil {
		return "", fmt.Errorf("%w: that of user %s: %w", ErrUndecryptable, userID, err)
	}
	secret, err := aead.Open(nil, nil, data, factorData(userID))
	if err != nil {
		return "", fmt.Errorf("%w: that of user %s: %w", ErrUndecryptable, userID, err)
	}
	return string(secret), nil
}

// KeyID is the id of the key that encrypts secrets, empty where there is none. It
// tells nothing of the key.
func (s *Service) KeyID() string { return s.sealer.current }

// HasKey reports whether secrets that were encrypted with the key of that id can
// be read.
func (s *Service) HasKey(id string) bool { return s.sealer.keys[id] != nil }

// isCurrent reports whether the key in use sealed it.
func (s *sealer) isCurrent(sealed string) bool { return strings.HasPrefix(sealed, s.current+".") }
