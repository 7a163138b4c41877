package recall

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/secret"
	"github.com/merroir/merroir/internal/skew"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// Kinds of notice.
const (
	notice         = "notice"
	noticeReleased = "released" // the recall reaches them no more
	noticeEnded    = "ended"
	noticeCall     = "call" // a call that somebody noted
)

// RecallNotice is a mail to a firm or a consignee, or a call that somebody noted.
type RecallNotice struct {
	ID             string        `json:"_id"`
	Kind           string        `json:"kind" doc:"notice, released, ended or call"`
	Email          string        `json:"email" doc:"Empty for a call"`
	SentAt         int64         `json:"sentAt" doc:"When it was written or called, Unix milliseconds"`
	By             string        `json:"by" doc:"Who asked for it; empty for one that nobody asked for"`
	DeliveredAt    *int64        `json:"deliveredAt" doc:"When the mail server took it"`
	FailedAt       *int64        `json:"failedAt" doc:"Since when it is given up"`
	Trouble        string        `json:"trouble" doc:"Why the last try failed"`
	AcknowledgedAt *int64        `json:"acknowledgedAt"`
	AcknowledgedBy string        `json:"acknowledgedBy" doc:"The name that they gave, or who was spoken to"`
	Answer         *NoticeAnswer `json:"answer" doc:"What they said"`
	partyID        string
}

// NoticeAnswer is what a company reports when it acknowledges a notice. It is no entry of the accounts.
type NoticeAnswer struct {
	Note      string   `json:"note" required:"false" maxLength:"2000" lines:"true"`
	OnHand    *float64 `json:"onHand" required:"false" doc:"What they still have, in the unit of the notice; together the quantities are at most what was shipped to them"`
	Sold      *float64 `json:"sold" required:"false"`
	Destroyed *float64 `json:"destroyed" required:"false"`
	Returned  *float64 `json:"returned" required:"false"`
}

// quantities returns what the answer reports, by the name of the field.
func (a *NoticeAnswer) quantities() []reported {
	return []reported{{"onHand", &a.OnHand}, {"sold", &a.Sold}, {"destroyed", &a.Destroyed}, {"returned", &a.Returned}}
}

// Round rounds the quantities to three decimals. Answers stored by earlier releases have more.
func (a *NoticeAnswer) Round() {
	for _, r := range a.quantities() {
		if *r.quantity != nil {
			*r.quantity = new(tag.Thousandths(**r.quantity))
		}
	}
}

// reported is a quantity of an answer; nil if it is not given.
type reported struct {
	field    string
	quantity **float64
}

// noticeData is what the mails name.
type noticeData struct {
	Drill, Released, Again     bool
	Party, Reason, Class, Name string
	Shellfish                  string // what is recalled: oysters, or shellfish if of several kinds
	Lines                      []NoticeLine
	More                       int
	Contacts                   []NoticeContact
	Link                       string
	Firm                       bool // it goes to a firm of Merroir's, which follows its own part there
	FirmLink                   string
}

// NoticeLine is a tag of which something was shipped to them.
type NoticeLine struct {
	Tag, Link     string
	Parts         int64
	Unit          ledger.Unit
	Day           ledger.Day
	Species, Area string     // as the tag states them, or empty
	Harvested     ledger.Day // 0 if the tag does not state it

	kind tag.Shellfish
}

// Shipped and On are for the mails, which are in English.
func (l NoticeLine) Shipped() string { return tag.Say(l.Parts, l.Unit) }
func (l NoticeLine) On() string      { return l.Day.Words() }

// Harvest returns where and when it was harvested, in words; empty if the tag states neither.
func (l NoticeLine) Harvest() string {
	var words []string
	if l.Area != "" {
		words = append(words, "in "+l.Area)
	}
	if l.Harvested != 0 {
		words = append(words, "on "+l.Harvested.Words())
	}
	return strings.Join(words, " ")
}

const maxNoticeLines = 50

// mayTell reports whether a party is told by mail: of a drill only firms are.
func (b *book) mayTell(p *RecallParty) bool { return !b.drill() || p.Kind == "firm" }

// tell mails the notice to parties, to each at all of its addresses: a firm's own and those of
// its people.
func (s *Service) tell(ctx context.Context, tx *sqldb.Tx, b *book, parties []*RecallParty, by string) error {
	addresses, err := addressesOf(ctx, tx, parties)
	if err != nil {
		return err
	}
	if by == "" {
		if err := dropTold(ctx, tx, b.ID, parties, addresses); err != nil {
			return err
		}
	}
	var told []*RecallParty
	var consignees []string
	for _, p := range parties {
		if !b.mayTell(p) || len(addresses[p.ID]) == 0 {
			continue
		}
		if told = append(told, p); p.Kind != "firm" {
			consignees = append(consignees, p.ID)
		}
	}
	shipped, err := s.noticeLines(ctx, tx, b.ID, consignees...)
	if err != nil {
		return err
	}
	named := make([][]NoticeLine, 0, len(shipped))
	for _, lines := range shipped {
		some, _ := shown(lines)
		named = append(named, some)
	}
	if err := describe(ctx, tx, named...); err != nil {
		return err
	}
	contacts, err := contactsOf(ctx, tx, b.ID, consignees)
	if err != nil {
		return err
	}
	var letters []letter
	for _, p := range told {
		data := noticeData{Drill: b.drill(), Again: by != "", Party: b.Party, Reason: b.Reason, Class: b.Class, Name: p.Name, Firm: p.Kind == "firm"}
		if data.Firm {
			data.Shellfish = p.shellfish.String()
			data.FirmLink = s.publicURL + "/manage/" + p.FarmID + "/recalls/" + b.ID
		} else {
			data.Lines, data.More = shown(shipped[p.ID])
			data.Shellfish = kindOf(data.Lines, data.More).String()
			data.Contacts = contacts[p.ID]
		}
		for _, address := range addresses[p.ID] {
			token, digest := secret.New()
			data.Link = s.publicURL + ackPath + token
			letters = append(letters, letter{p.ID, notice, address, digest, data})
		}
	}
	return s.send(ctx, tx, b, by, letters...)
}

// dropTold leaves out the addresses at which a company was told by another of its rows, so that each gets
// one notice.
func dropTold(ctx context.Context, tx *sqldb.Tx, recallID string, parties []*RecallParty, addresses map[string][]string) error {
	roots := map[string]bool{}
	own := map[string]bool{}
	for _, p := range parties {
		own[p.ID] = true
		if p.Kind == "firm" || p.sameAs != "" {
			roots[p.root()] = true
		}
	}
	if len(roots) == 0 {
		return nil
	}

	list, args := among(recallID, slices.Sorted(maps.Keys(roots)))
	already, err := toldAddresses(ctx, tx, "p.recall_id = $1 AND p.released_at IS NULL AND (p.id IN "+list+" OR p.same_as IN "+list+")", args...)
	if err != nil {
		return err
	}
	told := map[string]bool{}
	for _, u := range already {
		if !own[u.partyID] { // which is told again, after it was let go
			told[u.key()] = true
		}
	}

	for _, p := range parties {
		addresses[p.ID] = slices.DeleteFunc(addresses[p.ID], func(email string) bool {
			key := untold{root: p.root(), email: email}.key()
			known := told[key]
			told[key] = true
			return known
		})
	}
	return nil
}

// sendOver tells people that a recall has ended, or reaches them no more.
func (s *Service) sendOver(ctx context.Context, tx *sqldb.Tx, b *book, kind, by string, people ...untold) error {
	letters := make([]letter, len(people))
	for i, u := range people {
		data := noticeData{Drill: b.drill(), Released: kind == noticeReleased, Party: b.Party, Reason: b.EndReason, Name: u.name}
		letters[i] = letter{u.partyID, kind, u.email, "", data}
	}
	return s.send(ctx, tx, b, by, letters...)
}

// letter is a notice that is to be mailed.
type letter struct {
	partyID, kind, address string
	digest                 string // of the token in its link; empty where nothing is to be acknowledged
	data                   noticeData
}

func (l *letter) template() string {
	if l.kind == notice {
		return "recallNotice"
	}
	return "recallOver"
}

func (s *Service) send(ctx context.Context, tx *sqldb.Tx, b *book, by string, letters ...letter) error {
	if len(letters) == 0 {
		return nil
	}
	purpose := mail.Recall
	if b.drill() {
		purpose = mail.Other // a drill delays no real recall
	}
	now := sqldb.Millis(s.now())
	rows := make([][]any, len(letters))
	mails := make([]mail.Message, len(letters))
	for i, l := range letters {
		var hash any
		if l.digest != "" {
			hash = l.digest
		}
		id := sqldb.NewID()
		rows[i] = []any{id, b.ID, l.partyID, l.kind, l.address, hash, now, by}
		mails[i] = mail.Message{To: l.address, Purpose: purpose, Key: mailKey(id), Template: l.template(), Data: l.data}
	}
	if err := tx.InsertRows(ctx, "recall_notices", []string{"id", "recall_id", "party_id", "kind", "email", "token_hash", "sent_at", "username"}, rows); err != nil {
		return err
	}
	return s.mail.Send(ctx, tx, mails...)
}

func mailKey(noticeID string) string { return "recall:" + noticeID }

// addressesOf returns where parties have their mail, by their id: each once. Of a firm these are its own
// address and those of its linked users who can see the farm.
func addressesOf(ctx context.Context, tx *sqldb.Tx, parties []*RecallParty) (map[string][]string, error) {
	var firms []string
	for _, p := range parties {
		if p.Kind == "firm" {
			firms = append(firms, p.FarmID)
		}
	}
	people := map[string][]string{}
	if len(firms) > 0 {
		if _, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var farm, email string
			err := r.Scan(&farm, &email)
			people[farm] = append(people[farm], email)
			return struct{}{}, err
		}, "SELECT f.id, f.email FROM farms f WHERE f.id IN "+tx.Among(1)+
			" UNION SELECT l.farm_id, u.email FROM farm_users l JOIN users u ON u.id = l.user_id WHERE l.farm_id IN "+tx.Among(1)+" AND u.is_active AND u.is_farmmanager", sqldb.List(firms)); err != nil {
			return nil, err
		}
	}
	all := make(map[string][]string, len(parties))
	for _, p := range parties {
		if p.Kind == "firm" {
			all[p.ID] = mailable(append(people[p.FarmID], p.Email))
		} else {
			all[p.ID] = mailable([]string{p.Email})
		}
	}
	return all, nil
}

// mailable are those that are addresses, each once.
func mailable(all []string) []string {
	seen := map[string]bool{}
	all = slices.DeleteFunc(all, func(a string) bool {
		key := strings.ToLower(a)
		known := seen[key]
		seen[key] = true
		return known || !mail.IsAddress(a)
	})
	slices.Sort(all)
	return all
}

// noticeLines gives what was shipped to parties, by their id.
func (s *Service) noticeLines(ctx context.Context, tx *sqldb.Tx, id string, partyIDs ...string) (map[string][]NoticeLine, error) {
	lines := map[string][]NoticeLine{}
	if len(partyIDs) == 0 {
		return lines, nil
	}
	list, args := among(id, partyIDs)
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var of string
		var n NoticeLine
		err := r.Scan(&of, &n.Tag, &n.Day, &n.Unit, &n.Parts)
		n.Link = s.publicURL + "/tag/" + n.Tag
		lines[of] = append(lines[of], n)
		return struct{}{}, err
	}, "SELECT party_id, tag_id, day, unit, shipped FROM recall_lines WHERE recall_id = $1 AND party_id IN "+list+" AND released_at IS NULL ORDER BY day, tag_id, event_id", args...)
	return lines, err
}

// shown are the lines that a notice names, and how many more there are.
func shown(all []NoticeLine) (lines []NoticeLine, more int) {
	named := min(len(all), maxNoticeLines)
	return all[:named], len(all) - named
}

// kindOf returns the kind of shellfish of the lines that a notice names. More lines may be of any kind.
func kindOf(lines []NoticeLine, more int) tag.Shellfish {
	if len(lines) == 0 || more > 0 {
		return tag.AnyShellfish
	}
	kind := lines[0].kind
	for _, l := range lines[1:] {
		kind = kind.And(l.kind)
	}
	return kind
}

const (
	resendPause = 10 * time.Minute
	resendDay   = 24 * time.Hour
	maxDaily    = 5 // notices to an address in a day, after which none is sent again
)

// mayResend returns TooMany if one of the addresses was sent a notice of any recall within resendPause, or
// maxDaily within a day, whichever company it belongs to. First notices that failed are not counted. First
// notices count here, but are never refused themselves: each recall must reach everybody at once.
func (s *Service) mayResend(ctx context.Context, tx *sqldb.Tx, addresses []string) error {
	now := s.now()
	sent, err := s.recentNotices(ctx, tx, addresses, now)
	if err != nil {
		return fmt.Errorf("read recent recall notices: %w", err)
	}

	var next time.Time
	later := func(at time.Time) {
		if at.After(next) {
			next = at
		}
	}
	for _, address := range addresses {
		all := sent[strings.ToLower(address)]
		if len(all) > 0 {
			later(all[len(all)-1].Add(resendPause))
		}
		if len(all) >= maxDaily {
			later(all[len(all)-maxDaily].Add(resendDay))
		}
	}

	if !next.After(now) {
		return nil
	}
	minutes := int64(next.Sub(now)+time.Minute-1) / int64(time.Minute)
	return fault.Newf(fault.TooMany, "They were notified recently. You can send it again in %s, at %s UTC.", inMinutes(minutes), next.UTC().Format("15:04"))
}

// recentNotices returns when the addresses, in lower case, were sent notices within resendDay, the earliest first.
func (s *Service) recentNotices(ctx context.Context, tx *sqldb.Tx, addresses []string, now time.Time) (map[string][]time.Time, error) {
	all, err := sqldb.All(ctx, tx, scanNotice, "SELECT "+noticeColumns+` FROM recall_notices n
		WHERE n.kind = 'notice' AND n.sent_at > $1 AND n.sent_at <= $2 ORDER BY n.sent_at`,
		sqldb.Millis(now.Add(-resendDay)), skew.Latest(now, 0))
	if err != nil {
		return nil, err
	}

	wanted := map[string]bool{}
	for _, address := range addresses {
		wanted[strings.ToLower(address)] = true
	}
	all = slices.DeleteFunc(all, func(n RecallNotice) bool { return !wanted[strings.ToLower(n.Email)] })
	if err := s.complete(ctx, tx, all); err != nil {
		return nil, err
	}

	sent := map[string][]time.Time{}
	for _, n := range all {
		if n.By == "" && n.FailedAt != nil {
			continue
		}
		key := strings.ToLower(n.Email)
		sent[key] = append(sent[key], time.UnixMilli(n.SentAt))
	}
	return sent, nil
}

// inMinutes returns a time in words: "1 minute", "3 hours 5 minutes".
func inMinutes(n int64) string {
	counted := func(n int64, noun string) string {
		if n == 1 {
			return "1 " + noun
		}
		return fmt.Sprintf("%d %ss", n, noun)
	}
	if n < 60 {
		return counted(n, "minute")
	}
	return strings.TrimSuffix(counted(n/60, "hour")+" "+counted(n%60, "minute"), " 0 minutes")
}

// SendAgain mails the notice to a company again, also if it was acknowledged. Those who recall may call
// it, and a farm's people within their own part. It returns TooMany if an address would get more than one
// notice in ten minutes or five a day, over all recalls.
func (s *Service) SendAgain(ctx context.Context, farmID, id, partyID string) error {
	shellfish, err := s.shellfishOf(ctx, farmID, id, partyID)
	if err != nil {
		return err
	}

	return s.db.WriteTo(ctx, id, func(tx *sqldb.Tx) error {
		b, err := open(ctx, tx, farmID, id)
		if err != nil {
			return err
		}
		p, err := s.companyOf(ctx, tx, b, farmID, partyID)
		if err != nil {
			return err
		}
		p.shellfish = shellfish
		told := []*RecallParty{&p}
		addresses, err := addressesOf(ctx, tx, told)
		switch {
		case err != nil:
			return err
		case p.ReleasedAt != nil:
			return fault.New(fault.Conflict, "The recall reaches them no more.")
		case !b.mayTell(&p):
			return fault.New(fault.Conflict, "In a drill no consignee is mailed.")
		case len(addresses[p.ID]) == 0:
			return fault.New(fault.Conflict, "There is no email address. Please call them, and note the call.")
		}
		if err := s.mayResend(ctx, tx, addresses[p.ID]); err != nil {
			return err
		}

		if err := s.tell(ctx, tx, b, told, scope.NameOf(ctx)); err != nil {
			return err
		}
		return s.mark(ctx, tx, b, "again", map[string]any{"to": p.Name})
	})
}

// shellfishOf returns what is recalled of a firm. It follows the recall, so it is no part of a write.
func (s *Service) shellfishOf(ctx context.Context, farmID, id, partyID string) (kind tag.Shellfish, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		b, err := open(ctx, tx, farmID, id)
		if err != nil {
			return err
		}
		p, err := s.companyOf(ctx, tx, b, farmID, partyID)
		if err != nil || p.Kind != "firm" {
			return err
		}

		reached, err := scope.Of(ctx, tx, s.reaches, b.Choice, b.FarmID)
		if err != nil {
			return err
		}
		kinds, err := reached.Reckoned.Kinds(ctx, tx, []string{p.FarmID})
		kind = kinds[p.FarmID]
		return err
	})
	return kind, err
}

// NoteCall notes that a party was called, which acknowledges the recall. Who may is as
// for SendAgain.
func (s *Service) NoteCall(ctx context.Context, farmID, id, partyID, spokeTo, note string) error {
	spokeTo, note = strings.TrimSpace(spokeTo), strings.TrimSpace(note)
	if spokeTo == "" || len([]rune(spokeTo)) > maxName || !plain.Line(spokeTo) {
		return fault.ForField("spokeTo", "Please say whom you spoke to")
	}
	if len([]rune(note)) > scope.MaxText || !plain.Lines(note) {
		return fault.ForField("note", "A note is text of at most 2,000 characters")
	}
	return s.db.WriteTo(ctx, id, func(tx *sqldb.Tx) error {
		b, err := open(ctx, tx, farmID, id)
		if err != nil {
			return err
		}
		p, err := s.companyOf(ctx, tx, b, farmID, partyID)
		if err != nil {
			return err
		}
		answer, err := json.Marshal(NoticeAnswer{Note: note})
		if err != nil {
			return err
		}
		now := sqldb.Millis(s.now())
		if _, err := tx.Exec(ctx, `INSERT INTO recall_notices (id, recall_id, party_id, kind, email, sent_at, username, delivered_at, acked_at, acked_by, answer)
			VALUES ($1, $2, $3, $4, '', $5, $6, $5, $5, $7, $8)`, sqldb.NewID(), b.ID, p.ID, noticeCall, now, scope.NameOf(ctx), spokeTo, string(answer)); err != nil {
			return err
		}
		return s.mark(ctx, tx, b, "call", map[string]any{"to": p.Name, "spokeTo": spokeTo, "note": note})
	})
}
