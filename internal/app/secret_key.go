package app

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/merroir/merroir/internal/account"
)

// secretKeyFile holds the key where no setting does. It stands beside the
// database and not in it: whoever copies the database alone has no key.
const secretKeyFile = "secret.key"

// secretKeys are the keys for secrets in the database: the one in use, then
// those that only decrypt.
func (c *Config) secretKeys() (keys [][]byte, err error) {
	if c.SecretKey != "" {
		key, err := account.ParseSecretKey(c.SecretKey)
		if err != nil {
			return nil, fmt.Errorf("MERROIR_SECRET_KEY: %w", err)
		}
		keys = append(keys, key)
	}
	for i, text := range list(c.SecretKeysOld) {
		key, err := account.ParseSecretKey(text)
		if err != nil {
			return nil, fmt.Errorf("MERROIR_SECRET_KEYS_OLD: entry %d: %w", i+1, err)
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// readSecretKeys gives the keys. Without MERROIR_SECRET_KEY the first is that of
// the data folder, which is made unless secrets are there that it could not have
// encrypted.
func (a *App) readSecretKeys(ctx context.Context) ([][]byte, error) {
	keys, err := a.config.secretKeys()
	if err != nil {
		return nil, err
	}
	path := filepath.Join(a.config.DataDir, secretKeyFile)
	kept, err := readKeyFile(path)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, err
	case a.config.SecretKey != "":
		if err == nil {
			keys = append(keys, kept) // so that moving to the setting needs nothing else
		}
		return keys, nil
	case err == nil:
		return append([][]byte{kept}, keys...), nil
	}
	sealed, err := account.AnySealed(ctx, a.db)
	if err != nil {
		return nil, err
	}
	if sealed {
		return nil, fmt.Errorf("MERROIR_SECRET_KEY: the second factors in the database are encrypted, and neither the setting nor %s holds the key; please set the key that was in use", path)
	}
	if kept, err = makeKeyFile(path); err != nil {
		return nil, fmt.Errorf("MERROIR_SECRET_KEY: the file %s cannot be made: %w", path, err)
	}
	if !a.db.OneProcess() {
		a.log.Warn("without MERROIR_SECRET_KEY the key for second factors is in the data folder of this copy alone; before another copy starts, give all of them the same key", "file", path)
	}
	return append([][]byte{kept}, keys...), nil
}

func readKeyFile(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return parseKeyFile(path, text)
}

func parseKeyFile(path string, text []byte) ([]byte, error) {
	key, err := account.ParseSecretKey(string(text))
	if err != nil {
		return nil, fmt.Errorf("the file %s: %w", path, err)
	}
	return key, nil
}

// makeKeyFile makes a key that only this user can read. Of two processes that
// make it at once, both have the same.
func makeKeyFile(path string) ([]byte, error) {
	key := make([]byte, account.SecretKeySize)
	_, _ = rand.Read(key) // never fails (crypto/rand)
	text, err := writeOnce(path, fmt.Appendln(nil, hex.EncodeToString(key)))
	if err != nil {
		return nil, err
	}
	return parseKeyFile(path, text)
}
