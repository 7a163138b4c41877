//go:build ignore

// Packs the table of countries that this package looks addresses up in, from the data
// of the Go module github.com/phuslu/iploc in its directory: make countries. What the
// file looks like, and whose data it has, is in countries.md.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 2 {
		fail(fmt.Errorf("usage: pack <directory of the module iploc>"))
	}
	t := &table{index: map[string]byte{}}
	fail(t.four(os.Args[1]))
	fail(t.six(os.Args[1]))
	fail(t.write(os.Stdout))
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// table has the codes in the order in which they are met, and the ranges of both kinds.
type table struct {
	codes []string
	index map[string]byte
	kinds [2][]begin
}

// begin is where a country begins, in blocks.
type begin struct {
	block   uint64
	country byte
}

// four reads where countries begin, by /22.
func (t *table) four(dir string) error {
	starts, codes, err := read(dir, "ipv4le.bin", "ipv4.txt", 4)
	for i := range codes {
		t.add(0, (uint64(binary.LittleEndian.Uint32(starts[4*i:]))+1<<10-1)>>10, 1<<22, codes[i])
	}
	return err
}

// six reads where countries begin, by /32.
func (t *table) six(dir string) error {
	zipped, codes, err := read(dir, "ipv6le.gz", "ipv6.txt", 0)
	if err != nil {
		return err
	}
	z, err := gzip.NewReader(bytes.NewReader(zipped))
	if err != nil {
		return err
	}
	starts, err := io.ReadAll(z)
	if err != nil || len(starts) != 16*len(codes) {
		return fmt.Errorf("%d bytes for %d ranges: %w", len(starts), len(codes), err)
	}
	for i := range codes {
		high, low := binary.LittleEndian.Uint64(starts[16*i:]), binary.LittleEndian.Uint64(starts[16*i+8:])
		block := high >> 32
		if high<<32 != 0 || low != 0 {
			block++
		}
		t.add(1, block, 1<<32, codes[i])
	}
	return nil
}

func read(dir, starts, names string, size int) (data []byte, codes []string, err error) {
	if data, err = os.ReadFile(filepath.Join(dir, starts)); err != nil {
		return nil, nil, err
	}
	text, err := os.ReadFile(filepath.Join(dir, names))
	if err != nil {
		return nil, nil, err
	}
	for ; len(text) >= 2; text = text[2:] {
		codes = append(codes, string(text[:2]))
	}
	if size > 0 && len(data) != size*len(codes) {
		err = fmt.Errorf("%s has %d bytes for %d ranges", starts, len(data), len(codes))
	}
	return data, codes, err
}

// add lets a country begin at a block: the first whose first address it has. One that
// begins there too, later in the block before, has it instead.
func (t *table) add(kind int, block, blocks uint64, code string) {
	if block >= blocks {
		return
	}
	all := t.kinds[kind]
	if n := len(all); n > 0 && all[n-1].block == block {
		all = all[:n-1]
	}
	country, known := t.index[code]
	if !known {
		country = byte(len(t.codes))
		t.index[code], t.codes = country, append(t.codes, code)
	}
	if n := len(all); n == 0 || all[n-1].country != country {
		all = append(all, begin{block, country})
	}
	t.kinds[kind] = all
}

func (t *table) write(to io.Writer) error {
	out := binary.AppendUvarint(nil, uint64(len(t.codes)))
	for _, code := range t.codes {
		out = append(out, code...)
	}
	for _, all := range t.kinds {
		out = binary.AppendUvarint(out, uint64(len(all)))
		before := uint64(0)
		for _, b := range all {
			out = binary.AppendUvarint(out, b.block-before)
			before = b.block
		}
		for _, b := range all {
			out = append(out, b.country)
		}
	}
	z, err := gzip.NewWriterLevel(to, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(out); err != nil {
		return err
	}
	return z.Close()
}
