package jobs

import (
	"slices"
	"time"
)

// room is what a process may start now.
type room struct {
	kinds []*kindRoom     // those with a free place
	mine  map[string]bool // ids of the jobs that run here
}

// kindRoom is the room for one kind.
type kindRoom struct {
	*kind
	free  int            // jobs that may be started
	lanes map[string]int // jobs in each lane, running or admitted
	full  []string       // lanes in which none may be started
}

// room returns what this process may start. The jobs that run here are found too when their
// lease has ended, and to take one again would run it beside itself.
func (q *Queue) room(now time.Time) room {
	q.mu.Lock()
	defer q.mu.Unlock()

	running, slow := map[string]int{}, map[string]int{}
	lanes := map[string]map[string]int{}
	r := room{mine: map[string]bool{}}
	for run := range q.running {
		r.mine[run.id] = true
		running[run.kind]++
		if q.kind(run.kind).isSlow(run.begun, now) {
			slow[run.kind]++
		}
		if lanes[run.kind] == nil {
			lanes[run.kind] = map[string]int{}
		}
		lanes[run.kind][run.lane]++
	}

	for _, k := range q.kinds {
		free := k.room(running[k.name], slow[k.name], now)
		if free <= 0 {
			continue
		}
		in := &kindRoom{kind: k, free: free, lanes: map[string]int{}}
		for lane, n := range lanes[k.name] {
			if in.lanes[lane] = n; in.isFull(lane) {
				in.full = append(in.full, lane)
			}
		}
		slices.Sort(in.full)
		r.kinds = append(r.kinds, in)
	}
	return r
}

// isFull reports whether no job in the lane may be started.
func (k *kindRoom) isFull(lane string) bool {
	return k.perLane > 0 && lane != "" && k.lanes[lane] >= k.perLane
}

// admit reports whether the candidate may be started, and takes up its place.
func (r room) admit(c candidate) bool {
	k := r.kinds[slices.IndexFunc(r.kinds, func(k *kindRoom) bool { return k.name == c.kind })]
	if r.mine[c.id] || k.free == 0 || k.isFull(c.lane) {
		return false
	}
	k.free--
	k.lanes[c.lane]++
	return true
}
