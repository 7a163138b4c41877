package column

import (
	"cmp"
	"slices"
	"sort"
)

// measured is what was measured of a lot or group on a day.
type measured struct {
	day     int32
	samples int32
	sum, n  int64 // tenths of a millimetre, animals; n is 0 where all was undone
}

// mm is the mean size; of nothing measured it is no number.
func (m measured) mm() float64 { return float64(m.sum) / float64(m.n) / 10 }

// addMeasured adds a sample to those of a lot or group. What others may be
// reading is not changed: days in the past go into a copy, unless it is owned.
func addMeasured(all []measured, m measured, owned bool) []measured {
	if len(all) == 0 || all[len(all)-1].day < m.day {
		return append(all, m)
	}
	if !owned {
		all = slices.Clone(all)
	}
	i, found := dayIn(all, m.day)
	if !found {
		return slices.Insert(all, i, m)
	}
	all[i].samples += m.samples
	all[i].sum += m.sum
	all[i].n += m.n
	return all
}

// dayIn is where a day is among those measured, or would be.
func dayIn(all []measured, day int32) (at int, found bool) {
	return slices.BinarySearchFunc(all, day, func(m measured, day int32) int { return cmp.Compare(m.day, day) })
}

// newestOf is the newest of those measured up to the end of a day that was not undone.
func newestOf(all []measured, day int32) (m measured, ok bool) {
	end, _ := dayIn(all, day+1)
	for _, m := range slices.Backward(all[:end]) {
		if m.n > 0 {
			return m, true
		}
	}
	return measured{}, false
}

// newest walks over the measured days of a lot, forward only.
type newest struct {
	next  int
	known bool
	mm    float64 // of the newest measured day
}

// until moves on to the end of the day.
func (w *newest) until(all []measured, day int32) {
	end := w.next
	if end == len(all) || all[end].day > day {
		return
	}
	if end == 0 { // the first time there may be years to pass over
		end = sort.Search(len(all), func(i int) bool { return all[i].day > day })
	}
	for end < len(all) && all[end].day <= day {
		end++
	}
	for i := end - 1; i >= w.next; i-- {
		if all[i].n > 0 {
			w.known, w.mm = true, all[i].mm()
			break
		}
	}
	w.next = end
}
