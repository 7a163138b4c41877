package farm_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// What ends asks from 60 days before its date on, by the calendar of its own
// farm: at noon of 20 November UTC it is the 21st in Auckland.
func TestWhatEndsOnAFarm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := farm.New(db, func() time.Time { return noon })
		for zone, want := range map[string]string{
			"UTC":              "[{Past 2026-11-19 -1} {Now 2026-11-20 0} {Next 2026-11-21 1} {Sixty 2027-01-19 60}] [{C2 2026-11-20 0} {C1 2027-01-19 60}]",
			"Pacific/Auckland": "[{Past 2026-11-19 -2} {Now 2026-11-20 -1} {Next 2026-11-21 0} {Sixty 2027-01-19 59} {SixtyOne 2027-01-20 60}] [{C2 2026-11-20 -1} {C1 2027-01-19 59} {C3 2027-01-20 60}]",
		} {
			made, err := s.Create(system, farm.Details{Name: "Farm", Country: "USA", State: "Maine", TimeZone: zone})
			must(t, err)
			for name, on := range map[string]string{"Past": "2026-11-19", "Now": "2026-11-20", "Next": "2026-11-21", "Sixty": "2027-01-19", "SixtyOne": "2027-01-20", "Far": "2031-01-01", "None": ""} {
				_, err := s.AddLease(system, made.ID, farm.Lease{Name: name, DateOfExpiration: on})
				must(t, err)
			}
			ended, err := s.AddLease(system, made.ID, farm.Lease{Name: "Ended", DateOfExpiration: "2026-11-20"})
			must(t, err)
			_, err = s.EndLease(system, made.ID, ended.ID, 0, "2026-11-01")
			must(t, err)
			_, err = s.EditPublic(system, made.ID, 0, farm.PublicChange{Certs: []farm.Certificate{
				{CertID: "1", Cert: "C1", DateOfExpiration: "2027-01-19"}, {CertID: "2", Cert: "C2", DateOfExpiration: "2026-11-20"},
				{CertID: "3", Cert: "C3", DateOfExpiration: "2027-01-20"}, {CertID: "4", Cert: "C4"},
			}})
			must(t, err)
			must(t, db.Read(system, func(tx *sqldb.Tx) error {
				ref, err := farm.Require(system, tx, made.ID)
				must(t, err)
				all, err := farm.EndingOn(system, tx, []farm.Ref{ref}, noon)
				got := fmt.Sprint(leaseFacts(all[made.ID].Leases), certFacts(all[made.ID].Certificates))
				if got != want {
					t.Errorf("%s:\n%s, want\n%s", zone, got, want)
				}
				return err
			}))
		}
	})
}

type endingFact struct {
	name, on string
	days     int
}

func leaseFacts(all []farm.EndingLease) (facts []endingFact) {
	for _, l := range all {
		facts = append(facts, endingFact{l.Name, l.On, l.Days})
	}
	return facts
}

func certFacts(all []farm.EndingCertificate) (facts []endingFact) {
	for _, c := range all {
		facts = append(facts, endingFact{c.Cert, c.On, c.Days})
	}
	return facts
}

// The date of a certificate is a date or nothing, and a change of it is audited.
func TestTheDateOfACertificate(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := farm.New(db, time.Now)
		made, err := s.Create(system, farm.Details{Name: "Farm", Country: "USA", State: "Maine"})
		must(t, err)
		dated := func(on string) error {
			_, err := s.EditPublic(system, made.ID, 0, farm.PublicChange{Certs: []farm.Certificate{{CertID: "c", Cert: "ME-1", DateOfExpiration: on}}})
			return err
		}
		must(t, dated("2027-02-28"))
		if err := dated("2027-02-29"); !fault.Is(err, fault.Invalid) || fault.As(err).Fields[0].Name != "certs.0.dateOfExpiration" {
			t.Errorf("29 February 2027: %v", err)
		}
		f, err := s.Get(system, made.ID)
		must(t, err)
		if f.Certs[0].DateOfExpiration != "2027-02-28" {
			t.Errorf("stored: %+v", f.Certs)
		}
		must(t, dated(""))
		var changes []string
		must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
			changes, err = sqldb.All(system, tx, sqldb.Scalar[string], "SELECT detail FROM audit WHERE action = 'farm.public'")
			return err
		}))
		if len(changes) != 2 || !slices.ContainsFunc(changes, func(c string) bool { return len(c) > 2 }) {
			t.Errorf("audited: %q", changes)
		}
	})
}

// AUTH-7: a manager's farms are the linked ones, by id; staff manage none.
func TestManagedFarms(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := fixture(t, db, 3)
		must(t, s.LinkUser(system, fmt.Sprintf("%024d", 3), "u1"))
		must(t, db.Read(manager, func(tx *sqldb.Tx) error {
			mine, err := farm.Managed(manager, tx)
			must(t, err)
			if got := farm.IDs(mine); !slices.Equal(got, []string{fmt.Sprintf("%024d", 1), fmt.Sprintf("%024d", 3)}) || mine[0].Zone.String() != "America/New_York" {
				t.Errorf("%+v", mine)
			}
			if none, err := farm.Managed(member, tx); !fault.Is(err, fault.Denied) {
				t.Errorf("who is no manager any more manages %v, %v", none, err)
			}
			none, err := farm.Managed(system, tx)
			if len(none) != 0 {
				t.Errorf("staff manage %v", none)
			}
			return err
		}))
	})
}
