package pagecache

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// caches are those of all connections. SQLite names one by its place, from 1 on; it reads them without a lock.
var caches struct {
	mu  sync.Mutex
	all atomic.Pointer[[]*cache]
}

func named(name uintptr) *cache { return (*caches.all.Load())[name-1] }

func change(fn func(all []*cache) []*cache) {
	caches.mu.Lock()
	defer caches.mu.Unlock()
	all := fn(slices.Clone(*caches.all.Load()))
	caches.all.Store(&all)
}

func init() {
	caches.all.Store(&[]*cache{})
	methods := sqlite3.Tsqlite3_pcache_methods2{
		FiVersion:   1,
		FxInit:      pointer(begin),
		FxShutdown:  pointer(end),
		FxCreate:    pointer(create),
		FxCachesize: pointer(setMost),
		FxPagecount: pointer(count),
		FxFetch:     pointer(fetch),
		FxUnpin:     pointer(unpin),
		FxRekey:     pointer(rekey),
		FxTruncate:  pointer(truncate),
		FxDestroy:   pointer(destroy),
		FxShrink:    pointer(shrink),
	}
	if code := configure(methods); code != sqlite3.SQLITE_OK {
		panic(fmt.Sprintf("pagecache: SQLite refuses it with code %d", code))
	}
}

// configure hands SQLite the methods, which it copies. They lie outside of Go's memory, as all that C reads.
func configure(methods sqlite3.Tsqlite3_pcache_methods2) int32 {
	tls := libc.NewTLS()
	defer tls.Close()
	place := memory.take(size{content: int(unsafe.Sizeof(methods))})
	at := unsafe.Pointer(&place.content[0])
	*(*sqlite3.Tsqlite3_pcache_methods2)(at) = methods
	return sqlite3.Xsqlite3_config(tls, sqlite3.SQLITE_CONFIG_PCACHE2, libc.VaList(place.address(), uintptr(at)))
}

// pointer is what C takes for a pointer to a function, which must be one that is declared: the address of its code stands
// where a function value points to (https://golang.org/s/go11func).
func pointer[F any](function F) uintptr { return *(*uintptr)(unsafe.Pointer(&function)) }

func begin(*libc.TLS, uintptr) int32 { return sqlite3.SQLITE_OK }

func end(*libc.TLS, uintptr) {}

func create(_ *libc.TLS, content, extra, purgeable int32) (name uintptr) {
	c := newCache(size{int(content), int(extra)}, purgeable != 0)
	change(func(all []*cache) []*cache {
		at := slices.Index(all, nil)
		if at < 0 {
			at, all = len(all), append(all, nil)
		}
		all[at], name = c, uintptr(at+1)
		return all
	})
	return name
}

func destroy(_ *libc.TLS, name uintptr) {
	named(name).destroy()
	change(func(all []*cache) []*cache {
		all[name-1] = nil
		return all
	})
}

func setMost(_ *libc.TLS, name uintptr, pages int32) { named(name).setMost(int(pages)) }

func count(_ *libc.TLS, name uintptr) int32 { return int32(len(named(name).pages)) }

func fetch(_ *libc.TLS, name uintptr, key uint32, create int32) uintptr {
	p := named(name).fetch(key, create != 0, create == 1)
	if p == nil {
		return 0
	}
	return p.address()
}

func unpin(_ *libc.TLS, name, at uintptr, discard int32) {
	c := named(name)
	c.unpin(c.at[at], discard != 0)
}

func rekey(_ *libc.TLS, name, at uintptr, _, key uint32) {
	c := named(name)
	c.rekey(c.at[at], key)
}

func truncate(_ *libc.TLS, name uintptr, from uint32) { named(name).truncate(from) }

func shrink(_ *libc.TLS, name uintptr) { named(name).shrink() }
