package app

import (
	"errors"
	"fmt"
	"io"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/VictoriaMetrics/metrics"
	"github.com/dustin/go-humanize"

	"github.com/merroir/merroir/internal/account/password"
	"github.com/merroir/merroir/internal/blob"
	"github.com/merroir/merroir/internal/operate"
	"github.com/merroir/merroir/internal/rest"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	leastMemory  = 192 << 20
	mostByItself = 2 << 30  // that a process takes without being told to
	programs     = 64 << 20 // the program itself, and what a few requests need
	leastPart    = 4 << 20

	mostForms   = 64 << 20
	mostUploads = 256 << 20
	mostTags    = 256 << 20
	mostPages   = sqldb.UsualPageBytes
)

// memory is how MERROIR_MEMORY is shared out, in bytes. What is in no share is room
// for the garbage of all others.
type memory struct {
	all                                           int64
	reports, tags, uploads, forms, pages, hashing int64
	photo                                         int64 // the drawing of one, which comes and goes: it is in no share
}

// shareMemory divides memory among those that take much of it: the hashing of
// passwords, the program and one form need what they need; of the rest uploads get two
// parts of six, reports, tags and the pages of a database in a file one each, and reports what
// the others have no use for. A cache of reports of another size (0 or more) is taken
// from what all of them have.
func shareMemory(all, reports int64, inFile bool) (m memory, err error) {
	if all < leastMemory {
		return m, fmt.Errorf("MERROIR_MEMORY: %s is too little; it runs with %s or more", humanize.IBytes(uint64(all)), humanize.IBytes(leastMemory))
	}
	m = memory{all: all, hashing: password.MostMemory, photo: min(all/5*2, blob.UsualPhotoMemory), forms: min(max(all/32, rest.LargestForm), mostForms)}
	left := all - programs - m.hashing - m.forms
	part := left / 6
	if reports >= 0 {
		part = (left - reports) / 5
	}
	if part < leastPart {
		return m, fmt.Errorf("MERROIR_REPORT_CACHE_MB: %s for reports are too much of the %s of MERROIR_MEMORY", humanize.IBytes(uint64(reports)), humanize.IBytes(uint64(all)))
	}
	m.uploads, m.tags = min(2*part, mostUploads), min(part, mostTags)
	if inFile {
		m.pages = min(part, mostPages)
	}
	if m.reports = reports; reports < 0 {
		m.reports = 5*part - m.uploads - m.tags - m.pages
	}
	return m, nil
}

// heap is the limit of Go's own memory: the pages of the database and the program are beside it.
func (m memory) heap() int64 { return m.all - m.pages - programs/2 }

// memory is how much the process may take, and who of it.
func (c *Config) memory() (memory, error) {
	all, err := c.allMemory()
	if err != nil {
		return memory{}, err
	}
	reports := int64(c.ReportCacheMB) << 20
	if c.ReportCacheMB < -1 {
		return memory{}, fmt.Errorf("MERROIR_REPORT_CACHE_MB must be 0 or more, or -1 for a share of MERROIR_MEMORY, not %d", c.ReportCacheMB)
	}
	return shareMemory(all, max(reports, -1), sqldb.FilePath(c.DatabaseURL) != "")
}

// allMemory is the setting, or three quarters of what a container may take, or
// half of the machine's.
func (c *Config) allMemory() (int64, error) {
	if c.Memory != "" {
		bytes, err := humanize.ParseBytes(c.Memory)
		if err != nil || bytes > 1<<50 {
			return 0, fmt.Errorf("MERROIR_MEMORY must be a size like 512MB or 2GB, not %q", c.Memory)
		}
		return int64(bytes), nil
	}
	machine, err := memlimit.ApplyRatio(memlimit.FromSystem, 0.5)()
	container, containerErr := memlimit.ApplyRatio(memlimit.FromCgroup, 0.75)()
	if err := errors.Join(err, containerErr); err != nil && machine == 0 {
		machine = mostByItself // where neither can be asked
	}
	if containerErr == nil && container < machine {
		machine = container
	}
	return int64(min(max(machine, leastMemory), mostByItself)), nil
}

// shown is the same for root.
func (m memory) shown() operate.Memory {
	return operate.Memory{AllBytes: m.all, ReportBytes: m.reports, TagBytes: m.tags, UploadBytes: m.uploads, FormBytes: m.forms, PageBytes: m.pages, HashingBytes: m.hashing}
}

// writeMetrics tells what is bounded, and by how much.
func (m memory) writeMetrics(w io.Writer) {
	writeGauge(w, "merroir_memory_most_bytes", float64(m.all))
	metrics.WriteMetadataIfNeeded(w, "merroir_memory_share_bytes", "gauge")
	for _, share := range []struct {
		of    string
		bytes int64
	}{{"reports", m.reports}, {"tags", m.tags}, {"uploads", m.uploads}, {"forms", m.forms}, {"database", m.pages}, {"passwords", m.hashing}} {
		fmt.Fprintf(w, "merroir_memory_share_bytes{of=%q} %d\n", share.of, share.bytes)
	}
}
