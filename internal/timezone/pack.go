//go:build ignore

// Packs the table of time zones that this package has in the program, from a folder of compiled time
// zones such as /usr/share/zoneinfo: make timezones. The same folder gives the same file, to the byte.
package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fail(fmt.Errorf("usage: pack <folder of compiled time zones>"))
	}
	fail(pack(os.Args[1], os.Stdout))
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// pack writes every zone by its name, and the first line of tzdata.zi, which has the version.
func pack(folder string, to io.Writer) error {
	z := zip.NewWriter(to)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })

	source, err := os.ReadFile(filepath.Join(folder, "tzdata.zi"))
	if err != nil {
		return err
	}
	version, _, _ := bytes.Cut(source, []byte("\n"))
	if err := add(z, "tzdata.zi", append(version, '\n')); err != nil {
		return err
	}

	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		name, _ := filepath.Rel(folder, path)
		switch {
		case err != nil:
			return err
		case name == "posix" || name == "right": // all zones again, the latter with leap seconds
			return fs.SkipDir
		case entry.IsDir() || name == "localtime" || name == "posixrules":
			return nil
		}
		content, err := os.ReadFile(path) // of a link, the zone that it leads to
		if err != nil || !bytes.HasPrefix(content, []byte("TZif")) {
			return err
		}
		return add(z, strings.ReplaceAll(name, string(filepath.Separator), "/"), content)
	})
	if err != nil {
		return err
	}
	return z.Close()
}

func add(z *zip.Writer, name string, content []byte) error {
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
	if err != nil {
		return err
	}
	_, err = w.Write(content)
	return err
}
