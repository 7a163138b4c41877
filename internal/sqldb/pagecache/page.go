package pagecache

import (
	"sync"
	"unsafe"

	allocator "modernc.org/memory"
)

// size is how large pages are: what is in the file, and what SQLite notes of it.
type size struct{ content, extra int }

// page is the memory of a page, outside of Go's.
type page struct {
	key        uint32
	prev, next *page // of those that are not in use; nil where it is
	head       []byte
	content    []byte
}

// header is what SQLite reads of a page (sqlite3_pcache_page). Behind it is what it notes.
type header struct {
	content, extra uintptr
	notes          uintptr // the first word, 0 where nothing is noted yet
}

const noted = unsafe.Offsetof(header{}.notes)

func (p *page) header() *header { return (*header)(unsafe.Pointer(&p.head[0])) }

func (p *page) address() uintptr { return uintptr(unsafe.Pointer(&p.head[0])) }

// begin has SQLite find that nothing is noted.
func (p *page) begin() {
	*p.header() = header{content: uintptr(unsafe.Pointer(&p.content[0])), extra: p.address() + noted}
}

func (p *page) linkAfter(other *page) {
	p.prev, p.next = other, other.next
	p.prev.next, p.next.prev = p, p
}

func (p *page) unlink() {
	if p.next == nil {
		return
	}
	p.prev.next, p.next.prev = p.next, p.prev
	p.prev, p.next = nil, nil
}

// mostSpare are the pages of a size that no cache has and that are kept, 4 MB of the usual.
const mostSpare = 1_000

// store is the memory of all caches. They come to it only to grow and to end.
type store struct {
	mu    sync.Mutex
	from  allocator.Allocator
	spare map[size][]*page
}

var memory = store{spare: map[size][]*page{}}

// take gives a page, nil where there is no memory.
func (s *store) take(of size) *page {
	s.mu.Lock()
	defer s.mu.Unlock()
	if last := len(s.spare[of]) - 1; last >= 0 {
		p := s.spare[of][last]
		s.spare[of] = s.spare[of][:last]
		return p
	}
	head, err := s.from.Malloc(int(noted) + of.extra)
	if err != nil {
		return nil
	}
	content, err := s.from.Malloc(of.content)
	if err != nil {
		_ = s.from.Free(head) // which was had a moment ago
		return nil
	}
	return &page{head: head, content: content}
}

func (s *store) give(of size, pages []*page) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept := min(len(pages), max(0, mostSpare-len(s.spare[of])))
	s.spare[of] = append(s.spare[of], pages[:kept]...)
	for _, p := range pages[kept:] {
		_, _ = s.from.Free(p.head), s.from.Free(p.content) // the system's refusal leaves it memory of ours
	}
}
