package growth

import (
	"math"
	"slices"

	"github.com/merroir/merroir/internal/ledger"
)

// Part is living animals of one lot and the lengths that stand for them.
type Part struct {
	Living  int64
	Lengths []*ledger.Lengths
}

// Distribution says how long living animals are.
type Distribution struct {
	Animals     int64    `json:"animals" doc:"Living animals for which lengths stand"`
	Measured    int64    `json:"measured" doc:"Animals whose lengths these are"`
	MeanMM      *float64 `json:"meanMm"`
	SpreadMM    *float64 `json:"spreadMm" doc:"Standard deviation"`
	P10MM       *float64 `json:"p10Mm" doc:"A tenth of the animals are shorter"`
	P90MM       *float64 `json:"p90Mm" doc:"A tenth of the animals are longer"`
	MarketShare *float64 `json:"marketShare" doc:"Percent of the animals that are of market size or longer"`
	BinMM       float64  `json:"binMm" doc:"Width of a bin"`
	Bins        []Bin    `json:"bins" doc:"In order and without gaps"`
}

// Bin is the animals from one length up to another.
type Bin struct {
	FromMM  float64 `json:"fromMm"`
	ToMM    float64 `json:"toMm"`
	Animals float64 `json:"animals" doc:"Living animals, by the share that was measured"`
}

// piece is a share of the animals, spread evenly from one length to another, in mm.
type piece struct{ from, to, share float64 }

func (p piece) middle() float64 { return (p.from + p.to) / 2 }

// below is how much of the piece is shorter than a length.
func (p piece) below(mm float64) float64 {
	if p.from == p.to {
		if p.from < mm {
			return p.share
		}
		return 0
	}
	return p.share * min(max((mm-p.from)/(p.to-p.from), 0), 1)
}

// DistributionOf weighs each part by its living animals. The market size is in mm.
func DistributionOf(parts []Part, market float64) Distribution {
	d := Distribution{Bins: []Bin{}}
	for _, p := range parts {
		d.Animals += p.Living
	}
	var pieces []piece
	for _, p := range parts {
		var n int64
		for _, l := range p.Lengths {
			n += l.Count()
		}
		d.Measured += n
		for _, l := range p.Lengths {
			for _, c := range l.Classes {
				pieces = append(pieces, piece{float64(c.From) / 10, float64(c.To) / 10, float64(p.Living) / float64(d.Animals) * float64(c.Count) / float64(n)})
			}
		}
	}
	if len(pieces) == 0 {
		return d
	}
	pieces = together(pieces)
	mean, spread := moments(pieces)
	p10, p90 := percentile(pieces, 0.1), percentile(pieces, 0.9)
	share := 100 * (1 - below(pieces, market))
	d.MeanMM, d.SpreadMM, d.P10MM, d.P90MM, d.MarketShare = &mean, &spread, &p10, &p90, &share
	d.bin(pieces)
	return d
}

// together adds up pieces of the same lengths, in order.
func together(pieces []piece) (sum []piece) {
	at := map[[2]float64]int{}
	for _, p := range pieces {
		key := [2]float64{p.from, p.to}
		i, known := at[key]
		if !known {
			i = len(sum)
			at[key], sum = i, append(sum, piece{p.from, p.to, 0})
		}
		sum[i].share += p.share
	}
	return sum
}

func below(pieces []piece, mm float64) (share float64) {
	for _, p := range pieces {
		share += p.below(mm)
	}
	return min(share, 1)
}

// moments are the mean and the standard deviation.
func moments(pieces []piece) (mean, spread float64) {
	for _, p := range pieces {
		mean += p.share * p.middle()
	}
	for _, p := range pieces {
		off, width := p.middle()-mean, p.to-p.from
		spread += p.share * (off*off + width*width/12)
	}
	return mean, math.Sqrt(spread)
}

// percentile is the shortest length up to which there is that share of the animals.
func percentile(pieces []piece, share float64) float64 {
	const rounding = 1e-9
	lengths := make([]float64, 0, 2*len(pieces))
	for _, p := range pieces {
		lengths = append(lengths, p.from, p.to)
	}
	slices.Sort(lengths)
	lengths = slices.Compact(lengths)
	before, at := 0.0, lengths[0]
	for _, mm := range lengths {
		short, upTo := below(pieces, mm), 0.0
		for _, p := range pieces {
			if p.from == p.to && p.from == mm {
				upTo += p.share
			}
		}
		upTo += short
		if short >= share-rounding && short > before {
			return at + (mm-at)*min((share-before)/(short-before), 1)
		}
		if upTo >= share-rounding {
			return mm
		}
		before, at = upTo, mm
	}
	return at
}

// widths are those that bins may have, in mm; there are at most maxBins of them.
var widths = []float64{1, 2, 5, 10, 20, 50}

const maxBins = 24

// bin counts the animals by lengths. A length on the border of two bins is in the longer one.
func (d *Distribution) bin(pieces []piece) {
	least, most := pieces[0].from, pieces[0].to
	for _, p := range pieces {
		least, most = min(least, p.from), max(most, p.to)
	}
	for _, d.BinMM = range widths {
		if math.Floor(most/d.BinMM)-math.Floor(least/d.BinMM) < maxBins {
			break
		}
	}
	for from := math.Floor(least/d.BinMM) * d.BinMM; from <= most; from += d.BinMM {
		n := float64(d.Animals) * (below(pieces, from+d.BinMM) - below(pieces, from))
		if from < most || n > 0 || len(d.Bins) == 0 {
			d.Bins = append(d.Bins, Bin{from, from + d.BinMM, n})
		}
	}
}
