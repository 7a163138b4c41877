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
	"github.com/merroir/merroir/internal/sqldb"
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

// keysAtHand returns the keys of the settings and that of the data folder, the one in use first. fromFile
// reports whether the data folder has a key. It creates none.
func (c *Config) keysAtHand() (keys [][]byte, fromFile bool, err error) {
	keys, err = c.secretKeys()
	if err != nil {
		return nil, false, err
	}

	stored, err := readKeyFile(filepath.Join(c.DataDir, secretKeyFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return keys, false, nil
	case err != nil:
		return nil, false, err
	case c.SecretKey != "":
		return append(keys, stored), true, nil // so that moving the key into the setting needs nothing else
	}
	return append([][]byte{stored}, keys...), true, nil
}

// readSecretKeys returns the keys for second factors. Without MERROIR_SECRET_KEY the first is that of the data
// folder, which it creates if missing. It refuses a database with second factors that no key decrypts.
func (a *App) readSecretKeys(ctx context.Context) ([][]byte, error) {
	keys, fromFile, err := a.config.keysAtHand()
	if err != nil {
		return nil, err
	}

	lost, err := a.config.lostFactors(ctx, a.db, keys)
	if err != nil {
		return nil, err
	}
	if lost != "" {
		return nil, errors.New(lost)
	}
	if a.config.SecretKey != "" || fromFile {
		return keys, nil
	}

	path := filepath.Join(a.config.DataDir, secretKeyFile)
	made, err := makeKeyFile(path)
	if err != nil {
		return nil, fmt.Errorf("MERROIR_SECRET_KEY: the file %s cannot be made: %w", path, err)
	}
	if !a.db.OneProcess() {
		a.log.Warn("without MERROIR_SECRET_KEY the key for second factors is in the data folder of this copy alone; before another copy starts, give all of them the same key", "file", path)
	}
	return append([][]byte{made}, keys...), nil
}

// lostFactors returns a sentence about the second factors in the database that the keys do not decrypt, or "".
func (c *Config) lostFactors(ctx context.Context, db *sqldb.DB, keys [][]byte) (sentence string, err error) {
	count, err := c.countLostFactors(ctx, db, keys)
	if err != nil || count == 0 {
		return "", err
	}
	all := ""
	if len(keys) == 0 {
		all = " --all"
	}
	return fmt.Sprintf("MERROIR_SECRET_KEY: %d second factors in the database cannot be decrypted, as their key is neither in this setting, "+
		"nor in MERROIR_SECRET_KEYS_OLD, nor in %s. Set that key, or, if it is lost, remove these second factors by: "+
		"merroir user remove-second-factors --undecryptable%s --env-file FILE (with the file of the server's settings, if it has one)",
		count, filepath.Join(c.DataDir, secretKeyFile), all), nil
}

// countLostFactors returns how many second factors in the database the keys do not decrypt.
func (c *Config) countLostFactors(ctx context.Context, db *sqldb.DB, keys [][]byte) (count int, err error) {
	err = db.Read(ctx, func(tx *sqldb.Tx) error {
		count, err = account.CountUndecryptable(ctx, tx, keys)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("count second factors that cannot be decrypted: %w", err)
	}

	return count, nil
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
