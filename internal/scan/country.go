package scan

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
	"net/netip"
	"sort"
	"sync"
)

//go:embed countries.gz
var packed []byte

// Nowhere is the country of an address that none is known of.
const Nowhere = ""

// table finds countries by the beginning of an address.
type table struct {
	codes     []byte // two letters each
	four, six ranges
}

// ranges are where each country begins, in ascending order.
type ranges struct {
	starts    []uint32
	countries []byte // index of the code
}

var countries = sync.OnceValue(func() *table {
	t, err := unpack(packed)
	if err != nil {
		panic(fmt.Sprintf("the table of countries is broken: %v", err)) // it is part of the binary, and tested
	}
	return t
})

// CountryOf gives the two letters of the country that an address is used in, or
// Nowhere: for one of a private network, or that cannot be read.
func CountryOf(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return Nowhere
	}
	ip = ip.Unmap()
	if !ip.IsGlobalUnicast() || ip.IsPrivate() {
		return Nowhere
	}
	t := countries()
	if ip.Is4() {
		b := ip.As4()
		return t.country(t.four, binary.BigEndian.Uint32(b[:])>>10)
	}
	b := ip.As16()
	return t.country(t.six, binary.BigEndian.Uint32(b[:4]))
}

func (t *table) country(r ranges, begins uint32) string {
	at := sort.Search(len(r.starts), func(i int) bool { return r.starts[i] > begins }) - 1
	if at < 0 {
		return Nowhere
	}
	of := int(r.countries[at]) * 2
	if code := string(t.codes[of : of+2]); code != "ZZ" {
		return code
	}
	return Nowhere
}

// unpack reads a count and the codes, then for each kind of address a count, the
// starts as differences, and the country of each.
func unpack(zipped []byte) (*table, error) {
	z, err := gzip.NewReader(bytes.NewReader(zipped))
	if err != nil {
		return nil, err
	}
	in := bufio.NewReader(z)
	count, err := binary.ReadUvarint(in)
	if err != nil || count == 0 || count > 256 {
		return nil, fmt.Errorf("%d countries: %w", count, err)
	}
	t := &table{codes: make([]byte, 2*count)}
	if _, err := io.ReadFull(in, t.codes); err != nil {
		return nil, err
	}
	for _, r := range []*ranges{&t.four, &t.six} {
		if err := r.read(in, int(count)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func (r *ranges) read(in *bufio.Reader, codes int) error {
	count, err := binary.ReadUvarint(in)
	if err != nil || count > 1<<20 {
		return fmt.Errorf("%d ranges: %w", count, err)
	}
	r.starts, r.countries = make([]uint32, count), make([]byte, count)
	start := uint64(0)
	for i := range r.starts {
		step, err := binary.ReadUvarint(in)
		if err != nil {
			return err
		}
		start += step
		r.starts[i] = uint32(start)
	}
	if _, err := io.ReadFull(in, r.countries); err != nil {
		return err
	}
	for _, c := range r.countries {
		if int(c) >= codes {
			return fmt.Errorf("country %d of %d", c, codes)
		}
	}
	return nil
}
