package ledger

import "sync"

// metMost bounds the lots that a process remembers, some 400 bytes each.
const metMost = 20_000

// lotMemory remembers the ids of lots that were recorded on, so that they need not be
// looked up again. Within an epoch of a farm's book a lot, once committed, is never
// changed or removed; only what is committed may be remembered.
type lotMemory struct {
	mu    sync.Mutex
	most  int
	lots  int // of all farms
	farms map[string]*metLots
}

// metLots are those of a farm's book.
type metLots struct {
	epoch int64
	ids   map[Lot]metLot
}

type metLot struct{ groupID, id string }

func newLotMemory(most int) *lotMemory {
	return &lotMemory{most: most, farms: map[string]*metLots{}}
}

// find puts the lot into the index, if it is remembered.
func (m *lotMemory) find(farmID string, epoch int64, l Lot, into *lotIndex) bool {
	if m == nil {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	met := m.farms[farmID]
	if met == nil || met.epoch != epoch {
		return false
	}
	found, ok := met.ids[l]
	if ok {
		into.groups[l.Group], into.ids[l], into.byID[found.id] = found.groupID, found.id, l
	}
	return ok
}

// remember takes the lots of a recording that is committed. Where there are too many,
// farms are forgotten.
func (m *lotMemory) remember(farmID string, epoch int64, of *lotIndex) {
	if m == nil || of == nil || len(of.ids) > m.most {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	met := m.farms[farmID]
	if met != nil && met.epoch > epoch {
		return
	}
	if met == nil || met.epoch != epoch {
		m.forget(farmID)
		met = &metLots{epoch: epoch, ids: map[Lot]metLot{}}
		m.farms[farmID] = met
	}
	for l, id := range of.ids {
		groupID := of.groups[l.Group]
		if _, known := met.ids[l]; known || groupID == "" || of.isNew[id] { // a new one may not have been stored
			continue
		}
		met.ids[l] = metLot{groupID, id}
		m.lots++
	}
	for other := range m.farms {
		if m.lots <= m.most {
			return
		}
		m.forget(other)
	}
}

func (m *lotMemory) forget(farmID string) {
	if met := m.farms[farmID]; met != nil {
		m.lots -= len(met.ids)
		delete(m.farms, farmID)
	}
}
