package operate

import (
	"context"

	"github.com/merroir/merroir/internal/actor"
)

// System is what runs, where it keeps things, and whether these are safe. It holds
// no secret.
type System struct {
	Version     string          `json:"version" doc:"Of the program, with its commit where the build knew it"`
	StartedAt   int64           `json:"startedAt" format:"int64" doc:"Unix milliseconds"`
	Database    Database        `json:"database"`
	TimeZones   TimeZones       `json:"timeZones"`
	Copies      []Copy          `json:"copies" doc:"Other processes that work on the same database and were seen in the last 30 seconds"`
	Disks       []Disk          `json:"disks" doc:"Folders on this server in which anything is kept"`
	Memory      Memory          `json:"memory"`
	Backups     *Backups        `json:"backups,omitempty" doc:"Left out where the server takes none"`
	Mirror      *Mirror         `json:"mirror,omitempty" doc:"Left out where the database has none"`
	Certificate *TLSCertificate `json:"certificate,omitempty" doc:"Left out where a proxy ends TLS"`
	Settings    []Setting       `json:"settings" doc:"In the order of the command's help"`
}

// Database is the database in use.
type Database struct {
	Engine  string `json:"engine" doc:"Its name"`
	Version string `json:"version" doc:"Of the engine"`
	Schema  int64  `json:"schema" doc:"Number of the newest step that the schema has taken"`
	Bytes   int64  `json:"bytes" format:"int64" doc:"Of all tables and indexes"`
}

// TimeZones is the table of time zones that decides on which day something happened.
type TimeZones struct {
	Version string `json:"version" doc:"Such as 2026f, as IANA counts"`
	Host    bool   `json:"host" doc:"It is the one of this server, which is newer than the one in the program"`
	Differ  bool   `json:"differ" doc:"Another instance uses another version, so that days may differ"`
}

// Copy is another process on the same database.
type Copy struct {
	Name      string `json:"name"`
	TimeZones string `json:"timeZones" doc:"Version of its table of time zones; empty where it is not known"`
	StartedAt int64  `json:"startedAt" format:"int64" doc:"Unix milliseconds"`
	SeenAt    int64  `json:"seenAt" format:"int64" doc:"Unix milliseconds"`
}

// Disk is the room left for a folder.
type Disk struct {
	Folder    string `json:"folder"`
	FreeBytes int64  `json:"freeBytes" format:"int64" doc:"-1 where that is not known"`
}

// Memory is how much the process takes at most, and how much of it who.
type Memory struct {
	AllBytes     int64 `json:"allBytes" format:"int64" doc:"Of the whole process"`
	ReportBytes  int64 `json:"reportBytes" format:"int64" doc:"For the farms whose reports were asked for last"`
	TagBytes     int64 `json:"tagBytes" format:"int64" doc:"For tags and their pages"`
	UploadBytes  int64 `json:"uploadBytes" format:"int64" doc:"For spreadsheets that are imported"`
	FormBytes    int64 `json:"formBytes" format:"int64" doc:"For files that arrive"`
	PageBytes    int64 `json:"pageBytes" format:"int64" doc:"For pages of the database file; 0 where a server of its own keeps them"`
	HashingBytes int64 `json:"hashingBytes" format:"int64" doc:"For passwords that are checked"`
}

// Backups are those that are kept.
type Backups struct {
	Folder      string `json:"folder" doc:"Or the address of the place in a bucket"`
	Kept        int    `json:"kept"`
	Keep        int    `json:"keep" doc:"How many of the newest are kept at most"`
	Encrypted   bool   `json:"encrypted" doc:"Whether those to come are"`
	NewestAt    *int64 `json:"newestAt" format:"int64" doc:"Unix milliseconds; null where there is none"`
	NewestBytes int64  `json:"newestBytes" format:"int64"`
	Overdue     bool   `json:"overdue" doc:"No backup of the last 26 hours is there"`
	Unknown     bool   `json:"unknown" doc:"Their place does not answer"`
}

// Mirror is the database as another program writes it to another place all the time.
type Mirror struct {
	Place    string `json:"place"`
	NewestAt *int64 `json:"newestAt" format:"int64" doc:"When it was written to last, Unix milliseconds; null where nothing is there, or its place does not answer"`
	Overdue  bool   `json:"overdue" doc:"It was not written to in the last two minutes"`
}

// TLSCertificate is that of the public address.
type TLSCertificate struct {
	EndsAt *int64 `json:"endsAt" format:"int64" doc:"Unix milliseconds; null before the first was issued"`
}

// Setting is one setting as the process has it.
type Setting struct {
	Name  string  `json:"name" doc:"The variable in the environment"`
	About string  `json:"about" doc:"What it is for, as in the command's help"`
	IsSet bool    `json:"isSet" doc:"Whether it has a value, of its own or by default"`
	Value *string `json:"value" doc:"Null for a secret, and where it is not set; of an address without user, password and query"`
}

// System says what runs.
func (s *Service) System(ctx context.Context) (System, error) {
	if err := actor.RequireRoot(ctx); err != nil {
		return System{}, err
	}
	return s.describe(ctx)
}
