package ledger

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
)

// digest stands for a content; no two contents in practice have the same.
type digest [16]byte

func (d digest) String() string { return base64.RawURLEncoding.EncodeToString(d[:]) }

// DigestOf stands for a list of texts, whose boundaries count.
func DigestOf(texts ...string) string {
	var b digestBuilder
	b.texts(texts...)
	return b.sum().String()
}

// digestBuilder collects values so that different ones never look the same:
// each text is preceded by its length.
type digestBuilder struct{ buffer []byte }

func (b *digestBuilder) reset() { b.buffer = b.buffer[:0] }

func (b *digestBuilder) texts(values ...string) {
	for _, v := range values {
		b.buffer = binary.AppendVarint(b.buffer, int64(len(v)))
		b.buffer = append(b.buffer, v...)
	}
}

func (b *digestBuilder) numbers(values ...int64) {
	for _, v := range values {
		b.buffer = binary.AppendVarint(b.buffer, v)
	}
}

func (b *digestBuilder) place(p *Place) {
	b.texts(p.LeaseID, p.Lot.OysterType, p.Lot.SeedSource, p.Lot.LocationPlanted, p.Lot.SizeLabel, p.Lot.MeshSize, p.Lot.Nickname)
	b.numbers(p.Lot.Year, p.Lot.Month, int64(p.Lot.DatePlanted))
}

func (b *digestBuilder) sum() (d digest) {
	sum := sha256.Sum256(b.buffer)
	copy(d[:], sum[:])
	return d
}
