package tag

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/merroir/merroir/internal/sqldb"
)

const (
	textBytes  = 8 << 20 // of the texts that tags have in common
	textBeside = 100     // of a text in the map and in the list
)

// ofFirm is a tag with whose it is.
type ofFirm struct {
	Tag
	farmID string
}

// tagsOf gives those of the tags that are there, in the order of the ids: from memory what
// is kept there in the version that the graph knows, and the others from the database.
func (s *Service) tagsOf(ctx context.Context, ids []string) ([]ofFirm, error) {
	all := make([]ofFirm, len(ids))
	var others []string
	for i, id := range ids {
		record, farmID := s.Graph.Kept(id)
		if record == nil {
			others = append(others, id)
			continue
		}
		t, err := s.texts.unpack(id, record)
		if err != nil {
			return nil, err
		}
		all[i] = ofFirm{t, farmID}
	}
	if len(others) == 0 {
		return all, nil
	}
	rows, err := tagsByID(ctx, s.db, others)
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		t, _, err := s.keep(r)
		if err != nil {
			return nil, err
		}
		all[slices.Index(ids, r.ID)] = ofFirm{t, r.FarmID}
	}
	return slices.DeleteFunc(all, func(t ofFirm) bool { return t.ID == "" }), nil
}

// keep keeps a tag as it was read, and says whether there was room for it.
func (s *Service) keep(r Row) (t Tag, room bool, err error) {
	if t, err = r.Tag(); err != nil {
		return t, false, err
	}
	record, err := s.texts.pack(t)
	if err != nil {
		return t, false, err
	}
	return t, s.Graph.Keep(r.ID, r.Version, record), nil
}

// Filled is closed when what there is room for of all tags is kept.
func (s *Service) Filled() <-chan struct{} { return s.filled }

// fill keeps what there is room for of all tags, the newest first: ids begin with the time. What it
// cannot read is read when somebody asks.
func (s *Service) fill() {
	defer close(s.filled)
	const atOnce = 500
	for below := "g"; ; {
		rows, err := sqldb.Ask(context.Background(), s.db, ScanRow, fmt.Sprintf("SELECT %s FROM tags t WHERE t.id < $1 ORDER BY t.id DESC LIMIT %d", RowColumns, atOnce), below)
		if err != nil {
			return
		}
		for _, r := range rows {
			if _, room, err := s.keep(r); err != nil || !room {
				return
			}
			below = r.ID
		}
		if len(rows) < atOnce {
			return
		}
	}
}

// texts are those that tags have in common, each once.
type texts struct {
	mu      sync.RWMutex
	numbers map[string]uint64
	all     []string
	bytes   int
}

// number gives the number of a text, from 1; 0 where there is no more room for it.
func (x *texts) number(text string) uint64 {
	x.mu.RLock()
	n := x.numbers[text]
	x.mu.RUnlock()
	if n != 0 {
		return n
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if n := x.numbers[text]; n != 0 {
		return n
	}
	if x.bytes+len(text)+textBeside > textBytes {
		return 0
	}
	if x.numbers == nil {
		x.numbers = map[string]uint64{}
	}
	text = strings.Clone(text)
	x.all = append(x.all, text)
	x.numbers[text] = uint64(len(x.all))
	x.bytes += len(text) + textBeside
	return uint64(len(x.all))
}

// What a tag has beside its fields follows them in a record.
const (
	packedType = iota
	packedTakenBack
	packedItem
	packedBeside
)

// pack makes a record of a tag without its id: which texts it has, each by its number or,
// without one, by itself.
func (x *texts) pack(t Tag) (record []byte, err error) {
	beside := [packedBeside]string{packedType: t.Type, packedTakenBack: t.TakenBack}
	if len(t.Item) > 0 {
		item, err := json.Marshal(t.Item)
		if err != nil {
			return nil, err
		}
		beside[packedItem] = string(item)
	}
	put := func(which int, text string) {
		if text == "" {
			return
		}
		number := x.number(text)
		record = binary.AppendUvarint(append(record, byte(which)), number)
		if number == 0 {
			record = append(binary.AppendUvarint(record, uint64(len(text))), text...)
		}
	}
	for i, text := range beside {
		put(i, text)
	}
	for i, text := range t.Fields.texts() {
		put(packedBeside+i, *text)
	}
	return record, nil
}

// unpack gives the tag back.
func (x *texts) unpack(id string, record []byte) (t Tag, err error) {
	t.ID = id
	fields := t.Fields.texts()
	x.mu.RLock()
	all := x.all
	x.mu.RUnlock()
	for len(record) > 0 {
		which := int(record[0])
		number, size := binary.Uvarint(record[1:])
		record = record[1+size:]
		var text string
		if number > 0 {
			text = all[number-1]
		} else {
			long, size := binary.Uvarint(record)
			text = string(record[size : size+int(long)])
			record = record[size+int(long):]
		}
		switch which {
		case packedType:
			t.Type = text
		case packedTakenBack:
			t.TakenBack = text
		case packedItem:
			err = json.Unmarshal([]byte(text), &t.Item)
		default:
			*fields[which-packedBeside] = text
		}
	}
	return t, err
}

// texts gives all the fields. EachField names them, and takes longer.
func (f *Fields) texts() [24]*string {
	return [...]*string{
		&f.Brand, &f.Species.Value, &f.ShellfishType, &f.SizeCull, &f.CertID, &f.Cert, &f.SourceCert, &f.VendorType,
		&f.HarvestDate, &f.HarvestTime, &f.HarvestLocation, &f.Parcel, &f.ProcessingDate, &f.IcingDate, &f.IcingTime,
		&f.ReceiptDate, &f.ReceiptTime, &f.WetStorageLot, &f.WetStorageDate, &f.WetStorageEndDate, &f.Destination, &f.ShipDate, &f.ShipTime,
		&f.WetStorageCert,
	}
}
