package across

import (
	"fmt"
	"slices"
	"sync"

	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/column"
)

// memory keeps what farms came to of the questions that were asked last: of farms whose sums
// have no room in the memory of reports, and of what no sums are kept of (the lots of a filter,
// a day as known on), so that whoever asks again is not answered from the beginning.
type memory struct {
	mu     sync.Mutex
	recent []*question // asked last in front
}

const (
	mostQuestions = 50
	mostAreas     = 200_000 // of all questions but the last, some 40 MB
)

// question is what all farms are asked.
type question struct {
	name  string
	farms map[string]counted
	areas int
}

// counted is what a farm came to.
type counted struct {
	state       column.State
	days        column.Days
	knownBefore int64
	tallies     report.Tallies
}

// of finds what is kept of a question.
func (m *memory) of(q report.Query) *question {
	name := fmt.Sprintf("%q %q %q %q %q %t", q.DateRange, q.StartDate, q.EndDate, q.KnownOn, q.ActiveViewBy, q.LastYear)
	m.mu.Lock()
	defer m.mu.Unlock()
	at := slices.IndexFunc(m.recent, func(one *question) bool { return one.name == name })
	found := &question{name: name, farms: map[string]counted{}}
	if at >= 0 {
		found = m.recent[at]
		m.recent = slices.Delete(m.recent, at, at+1)
	}
	m.recent = slices.Insert(m.recent, 0, found)
	m.forget(mostQuestions)
	return found
}

// forget drops the questions from one on.
func (m *memory) forget(from int) {
	if from < len(m.recent) {
		clear(m.recent[from:])
		m.recent = m.recent[:from]
	}
}

// take gives what a farm came to, if that is of the same entries and days.
func (m *memory) take(of *question, one *standing) (report.Tallies, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	last := of.farms[one.ID]
	same := last.state == one.state && last.days == one.asked.Days && last.knownBefore == one.asked.KnownBefore
	return last.tallies, same
}

// put keeps it, and forgets the questions that were asked the longest time ago where there is
// more than there is room for.
func (m *memory) put(of *question, one *standing) {
	m.mu.Lock()
	defer m.mu.Unlock()
	of.areas += areasOf(one.tallies) - areasOf(of.farms[one.ID].tallies)
	of.farms[one.ID] = counted{one.state, one.asked.Days, one.asked.KnownBefore, one.tallies}
	areas := 0
	for i, question := range m.recent {
		if areas += question.areas; areas > mostAreas {
			m.forget(max(i, 1))
			return
		}
	}
}

func areasOf(t report.Tallies) int {
	if t.Earlier == nil {
		return len(t.Areas)
	}
	return len(t.Areas) + len(t.Earlier.Areas)
}
