package backup

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"time"

	"filippo.io/age"

	"github.com/merroir/merroir/internal/sqldb"
)

const (
	aboutEntry    = "about.json" // first
	databaseEntry = "database"
	keyEntry      = "secret.key"
	settingsEntry = "settings.json"
	filesFolder   = "files"
	sumsEntry     = "sums.json" // last

	typeRecord = "MERROIR.type" // of a file, in the header of its entry

	format = 1
)

// passphraseWork is log2 of scrypt's N: 64 MB and a quarter of a second. Tests take less.
var passphraseWork = 16

// About is what a backup says of itself.
type About struct {
	Format   int       `json:"format"`
	Version  string    `json:"version"`  // of the program that took it
	Kind     string    `json:"kind"`     // of database
	Database string    `json:"database"` // its id
	Schema   int64     `json:"schema"`   // its newest step
	Taken    time.Time `json:"taken"`    // all that was written before is in it
}

// archive writes a backup, entry by entry.
type archive struct {
	tar    *tar.Writer
	layers []io.Closer // to be closed from the first on
	sums   map[string]string
	taken  time.Time
}

// newArchive begins a backup; without a passphrase it is not encrypted.
func newArchive(w io.Writer, passphrase string, about About) (*archive, error) {
	a := &archive{sums: map[string]string{}, taken: about.Taken}
	if passphrase != "" {
		recipient, err := age.NewScryptRecipient(passphrase)
		if err != nil {
			return nil, err
		}
		recipient.SetWorkFactor(passphraseWork)
		sealed, err := age.Encrypt(w, recipient)
		if err != nil {
			return nil, err
		}
		a.layers, w = append(a.layers, sealed), sealed
	}
	packed, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	a.tar = tar.NewWriter(packed)
	a.layers = append([]io.Closer{a.tar, packed}, a.layers...)
	return a, a.addJSON(aboutEntry, about)
}

func (a *archive) addJSON(name string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return a.add(name, "", int64(len(text)), bytes.NewReader(text))
}

// add writes an entry of that size.
func (a *archive) add(name, contentType string, size int64, r io.Reader) error {
	header := &tar.Header{Name: name, Mode: 0o600, Size: size, ModTime: a.taken, Format: tar.FormatPAX}
	if contentType != "" {
		header.PAXRecords = map[string]string{typeRecord: contentType}
	}
	if err := a.tar.WriteHeader(header); err != nil {
		return err
	}
	sum := sha256.New()
	if _, err := io.Copy(io.MultiWriter(a.tar, sum), io.LimitReader(r, size)); err != nil {
		return err
	}
	a.sums[name] = hex.EncodeToString(sum.Sum(nil))
	return nil
}

// addFile writes a file of this machine.
func (a *archive) addFile(name, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return a.add(name, "", info.Size(), file)
}

// close writes the sums and ends the archive.
func (a *archive) close() error {
	errs := []error{a.addJSON(sumsEntry, a.sums)}
	for _, layer := range a.layers {
		errs = append(errs, layer.Close())
	}
	return errors.Join(errs...)
}

// ErrUnusable is a file that is no backup, is not whole, or cannot be opened with
// the passphrase.
var ErrUnusable = errors.New("that is no backup that can be used")

func unusable(why string) error { return fmt.Errorf("%w: %s", ErrUnusable, why) }

// unpacked is a backup whose entries lie in a folder, each as its sum says.
type unpacked struct {
	About
	work  *work // nil in tests of unpack
	dir   string
	types map[string]string // content types of the files, by name
}

func (u *unpacked) database() string { return filepath.Join(u.dir, databaseEntry) }

// unpack writes all entries into an empty folder. Whatever is wrong with the
// backup is found here, before anything else is done with it.
func unpack(r io.Reader, passphrase, dir string) (*unpacked, error) {
	contents, err := openArchive(r, passphrase)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	u := &unpacked{dir: dir, types: map[string]string{}}
	sums := map[string]string{}
	for {
		header, err := contents.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil, unusable("its end is missing")
		case err != nil:
			return nil, unusable(err.Error())
		}
		if header.Name == sumsEntry {
			return u, u.prove(contents, sums)
		}
		if sums[header.Name], err = extract(root, header, contents); err != nil {
			return nil, err
		}
		if of, isFile := cutFolder(header.Name); isFile {
			u.types[of] = header.PAXRecords[typeRecord]
		}
	}
}

func openArchive(r io.Reader, passphrase string) (*tar.Reader, error) {
	r, sealed, err := sniff(r)
	if err != nil {
		return nil, err
	}
	if sealed {
		if passphrase == "" {
			return nil, unusable("it is encrypted; give its passphrase by MERROIR_BACKUP_PASSPHRASE")
		}
		identity, err := age.NewScryptIdentity(passphrase)
		if err != nil {
			return nil, err
		}
		if r, err = age.Decrypt(r, identity); err != nil {
			return nil, unusable("the passphrase is not the one that it was encrypted with")
		}
	}
	packed, err := gzip.NewReader(r)
	if err != nil {
		return nil, unusable("it does not begin as one")
	}
	return tar.NewReader(packed), nil
}

// extract writes an entry into the folder and gives its sum.
func extract(root *os.Root, header *tar.Header, r io.Reader) (sum string, err error) {
	if header.Typeflag != tar.TypeReg || !filepath.IsLocal(header.Name) {
		return "", unusable("it has an entry that no backup has: " + header.Name)
	}
	if err := root.MkdirAll(path.Dir(header.Name), 0o700); err != nil {
		return "", err
	}
	file, err := root.OpenFile(header.Name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", unusable(err.Error())
	}
	defer sqldb.Gently(file.Name())()
	hash := sha256.New()
	_, err = io.Copy(io.MultiWriter(file, hash), &fromArchive{r})
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// prove compares the sums, and reads to the end of the archive, where the layers
// below have sums of their own.
func (u *unpacked) prove(r io.Reader, got map[string]string) error {
	var want map[string]string
	if err := json.NewDecoder(r).Decode(&want); err != nil || !maps.Equal(want, got) {
		return unusable("its content is not what it was when it was written")
	}
	text, err := os.ReadFile(filepath.Join(u.dir, aboutEntry))
	if err != nil || json.Unmarshal(text, &u.About) != nil {
		return unusable("it does not say what it is of")
	}
	if u.Format > format {
		return unusable("a newer merroir wrote it; use that version")
	}
	return nil
}
