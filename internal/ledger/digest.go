package ledger

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
)

// digest tells activities with the same content from others. Its key is no
// part of the content.
func (a Activity) digest() string {
	var b digestBuilder
	b.texts(string(a.Kind), a.Note, a.source)
	b.numbers(int64(a.Day), a.Count, a.Containers, a.Measured, a.SizeSum, a.Reverses)
	b.place(a.Place)
	for _, part := range a.To {
		b.place(part.Place)
		b.numbers(part.Count, part.Containers)
	}
	return b.sum()
}

// digestBuilder collects values so that different ones never look the same:
// each text is preceded by its length.
type digestBuilder struct{ buffer []byte }

func (b *digestBuilder) texts(values ...string) {
	for _, v := range values {
		b.numbers(int64(len(v)))
		b.buffer = append(b.buffer, v...)
	}
}

func (b *digestBuilder) numbers(values ...int64) {
	for _, v := range values {
		b.buffer = binary.AppendVarint(b.buffer, v)
	}
}

func (b *digestBuilder) place(p Place) {
	b.texts(p.LeaseID, p.Lot.OysterType, p.Lot.SeedSource, p.Lot.LocationPlanted, p.Lot.SizeLabel, p.Lot.MeshSize, p.Lot.Nickname)
	b.numbers(p.Lot.Year, p.Lot.Month, int64(p.Lot.DatePlanted))
}

func (b *digestBuilder) sum() string {
	const enough = 16 // bytes: nobody meets, or makes, two with the same
	sum := sha256.Sum256(b.buffer)
	return base64.RawURLEncoding.EncodeToString(sum[:enough])
}
