package news

import (
	"strconv"

	"github.com/merroir/merroir/internal/ledger/upload"
	"github.com/merroir/merroir/internal/paper"
	"github.com/merroir/merroir/internal/today"
)

// The kind that everybody is told of, and those that are no needs of a farm's first page.
const (
	kindRecall    = "recall"
	kindMortality = "mortality"
	kindUpload    = "upload"
)

// News is what a person was told of a farm.
type News struct {
	ID      string `json:"_id"`
	Kind    string `json:"kind" enum:"recall,lease,certificate,paper,mortality,upload"`
	Ref     string `json:"ref" doc:"The id of the recall, growing area, certificate or upload; of paper its type; of mortality empty"`
	State   string `json:"state" enum:",soon,expired,low,stopped,held,done,refused" doc:"Of a lease or certificate: soon or expired; of paper: low, stopped or held; of an upload: done or refused; else empty"`
	On      string `json:"on" doc:"YYYY-MM-DD on which a lease or certificate expires, else empty"`
	Subject string `json:"subject" doc:"Who recalls; the name of the growing area, number of the certificate, type of paper, name of the file; of mortality the percentage"`
	ToldAt  int64  `json:"date" doc:"Unix milliseconds"`
	Read    bool   `json:"read"`
	Over    bool   `json:"over" doc:"It holds no more: the lease was extended, paper has come, the recall has ended, less is lost; an upload is over after a week"`

	userID string
}

// fact is what makes two pieces of news of a farm the same.
type fact struct{ kind, ref, state, on string }

func (n News) fact() fact { return fact{n.Kind, n.Ref, n.State, n.On} }

// newsOf says what a person is told of the needs. What is owed is not among it: those who
// pay have an invoice by mail.
func newsOf(needs []today.Need) (all []News) {
	for _, n := range needs {
		switch {
		case n.Recall != nil:
			all = append(all, News{Kind: n.Kind, Ref: n.Recall.ID, Subject: n.Recall.Party})
		case n.Lease != nil:
			all = append(all, News{Kind: n.Kind, Ref: n.Lease.ID, State: expiry(n.Lease.Days), On: n.Lease.On, Subject: n.Lease.Name})
		case n.Certificate != nil:
			all = append(all, News{Kind: n.Kind, Ref: n.Certificate.CertID, State: expiry(n.Certificate.Days), On: n.Certificate.On, Subject: n.Certificate.Cert})
		case n.Paper != nil:
			all = append(all, paperNews(n.Kind, *n.Paper))
		}
	}
	return all
}

func uploadNews(u upload.Ended) News {
	state := "done"
	if u.Refused {
		state = "refused"
	}
	return News{Kind: kindUpload, Ref: u.ID, State: state, Subject: u.Filename}
}

func mortalityNews(percent float64) News {
	return News{Kind: kindMortality, Subject: strconv.FormatFloat(percent, 'f', 1, 64)}
}

func paperNews(kind string, p paper.Wanting) News {
	return News{Kind: kind, Ref: string(p.Type), State: p.Problem, Subject: string(p.Type)}
}

// expiry tells what has expired from what soon will; on its last day it still holds.
func expiry(days int) string {
	if days < 0 {
		return "expired"
	}
	return "soon"
}
