package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the driver "pgx"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/page"
)

const (
	listRepeats = 51
	listLimit   = 20
)

// listQuestion is a call of the list of farms.
type listQuestion struct {
	search, sort string
	part         float64 // of its pages that are skipped: 0 is the first page, 1 the last
	narrowed     string  // more of the query
}

// listQuestions begin with the one that the others are measured by. The
// searches find nearly all farms, some, few, and none.
var listQuestions = []listQuestion{
	{"", "_id", 0, ""}, {"", "_id", 1, ""}, {"", "-_id", 0, ""}, {"", "name", 0, ""}, {"", "name", 0.5, ""}, {"", "name", 1, ""}, {"", "-name", 1, ""},
	{"a", "_id", 0, ""}, {"a", "name", 0.5, ""}, {"a", "name", 1, ""}, {"a", "-name", 1, ""},
	{"BAY", "name", 0, ""}, {"étang", "_id", 1, ""}, {"oysters 7", "-name", 0, ""}, {"77777", "_id", 0, ""}, {"no such farm", "name", 0, ""},
	{"", "name", 0.5, "country=USA"}, {"", "_id", 1, "type=farm&tagging=false&certificate=none"}, {"BAY", "name", 0, "country=USA"}, {"", "name", 0, "state=Nowhere"},
}

// listFigures are what a question took, and found.
type listFigures struct {
	listQuestion
	page, total  int
	median, best time.Duration
	cold         time.Duration // of the first call, which reads all names
	changed      time.Duration // of the first call after a farm was added
}

// measure asks every question in turns, so that what else the machine does
// falls on all of them.
func (b *listBench) measure(ctx context.Context) ([]listFigures, error) {
	figures := make([]listFigures, len(listQuestions))
	times := make([][]time.Duration, len(listQuestions))
	for i, q := range listQuestions {
		first, took, err := b.page(ctx, q, 1)
		if err != nil {
			return nil, err
		}
		figures[i] = listFigures{listQuestion: q, page: 1, total: first.Items.Total, cold: took}
		figures[i].page = 1 + int(q.part*float64(max(0, first.Pages.Total-1)))
	}
	for range listRepeats {
		for i, q := range listQuestions {
			list, took, err := b.page(ctx, q, figures[i].page)
			if err != nil {
				return nil, err
			}
			if want := min(listLimit, figures[i].total-(figures[i].page-1)*listLimit); len(list.Data) != want || list.Items.Total != figures[i].total {
				return nil, fmt.Errorf("page %d of %+v has %d of %d rows", figures[i].page, q, len(list.Data), want)
			}
			times[i] = append(times[i], took)
		}
	}
	if err := b.measureChange(ctx, figures); err != nil {
		return nil, err
	}
	for i := range figures {
		figures[i].median, figures[i].best = median(times[i]), slices.Min(times[i])
	}
	return figures, nil
}

// measureChange times the first question after a change.
func (b *listBench) measureChange(ctx context.Context, figures []listFigures) error {
	var calls []time.Duration
	for i := range 11 {
		if _, err := b.farms.Create(ctx, farm.Details{Name: fmt.Sprint("Added ", i), Country: "USA", State: "Maine"}); err != nil {
			return err
		}
		_, took, err := b.page(ctx, listQuestions[0], 1)
		if err != nil {
			return err
		}
		calls = append(calls, took)
	}
	figures[0].changed = median(calls)
	return nil
}

func (b *listBench) page(ctx context.Context, q listQuestion, page int) (list page.List[farm.Summary], took time.Duration, err error) {
	query := url.Values{"name": {q.search}, "sort": {q.sort}, "limit": {strconv.Itoa(listLimit)}, "page": {strconv.Itoa(page)}}
	body, took, err := b.api.send(ctx, http.MethodGet, "/api/farms?"+query.Encode()+"&"+q.narrowed, nil)
	if err != nil {
		return list, 0, err
	}
	return list, took, json.Unmarshal(body, &list)
}

func printLists(engine string, farms int, figures []listFigures) {
	fmt.Printf("\nList of %d farms, %s. Milliseconds, medians of %d; the ratio is to the first page by id. At the HTTP API, %d rows.\n\n", farms, engine, listRepeats, listLimit)
	t := newTable()
	fmt.Fprintln(t, "median\tratio\tbest\tratio\tfound\tpage\t  sort\t")
	for _, f := range figures {
		search := ""
		if f.search != "" {
			search = fmt.Sprintf(", search %q", f.search)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%d\t%d\t  %s%s\n", ms(f.median), times(f.median, figures[0].median), ms(f.best), times(f.best, figures[0].best), f.total, f.page, f.sort, search+" "+f.narrowed)
	}
	_ = t.Flush() // to the terminal
	fmt.Printf("\nThe first call of a process: %s ms; the first after a farm was added: %s ms\n", ms(figures[0].cold), ms(figures[0].changed))
}

// administer runs a statement about databases, which no transaction may hold.
func administer(ctx context.Context, server, statement string) error {
	db, err := sql.Open("pgx", server)
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.ExecContext(ctx, statement)
	return err
}
