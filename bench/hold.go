package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/merroir/merroir/internal/tag/event"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/tag"
)

const (
	readers        = 50
	recorders      = 10
	signers        = 1
	busyActivities = 10_000 // of the farm that people look at
	longestHold    = 10 * time.Minute
)

// holdFarms are the farms of the run.
type holdFarms struct {
	large    string // is cleaned
	uploaded string // gets the upload
	busy     string // is read and recorded to
	areas    []string
	tag      string
}

// measureHold lets people work with the real program on SQLite while it has two
// large things to do, and prints what they noticed of it.
func measureHold(ctx context.Context, activities, rows int, lasts time.Duration, seed uint64) (err error) {
	b, err := newBench(ctx, activities, seed)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.remove()) }()
	farms, err := b.prepareHold(actor.With(ctx, actor.System), seed)
	if err := errors.Join(err, b.db.Close()); err != nil {
		return err
	}
	server, err := startServer(ctx, b.dir, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	c := &crowd{server: server, farms: farms, noticed: map[string]*noticed{}}
	if err := c.signIn(ctx); err != nil {
		return err
	}
	fmt.Printf("\n%d people reading, %d recording and %d signing in for at least %v on SQLite, while a farm of %d activities is cleaned and %d rows are uploaded. Milliseconds at the HTTP API.\n\n",
		readers, recorders, signers, lasts, activities, rows)
	var cleaned, uploaded time.Duration
	err = c.run(ctx, lasts, func(ctx context.Context) error { return c.clean(ctx, &cleaned) },
		func(ctx context.Context) error { return c.upload(ctx, rows, &uploaded) })
	if err != nil {
		return err
	}
	held, err := server.writes(ctx)
	if err != nil {
		return err
	}
	c.print()
	fmt.Printf("\nThe clean took %.0f s, the upload %.0f s.\n", cleaned.Seconds(), uploaded.Seconds())
	printWrites("SQLite", held)
	return nil
}

// prepareHold makes the other farms, a tag and the people.
func (b *bench) prepareHold(ctx context.Context, seed uint64) (f holdFarms, err error) {
	f.large = b.farmID
	if err := b.record(ctx, busyActivities, seed+1); err != nil {
		return f, err
	}
	f.busy, f.areas = b.farmID, b.areas
	if err := b.record(ctx, 1, seed+2); err != nil { // it has growing areas then
		return f, err
	}
	f.uploaded = b.farmID
	made, err := event.New(b.db, time.Now, tag.New(b.db, time.Now)).Create(ctx, tag.Draft{FarmID: f.busy, Type: tag.TypeFarm, Content: tag.Content{Fields: tag.Fields{
		Brand: "Generated", HarvestLocation: "Area 1", HarvestDate: today.String(),
	}}})
	if err != nil {
		return f, err
	}
	f.tag = made.ID
	if err := b.addPeople(ctx, readers+recorders+signers); err != nil {
		return f, err
	}
	farms := farm.New(b.db, clock)
	for i := range 200 { // that the list has pages
		if _, err := farms.Create(ctx, farm.Details{Name: fmt.Sprint("Neighbour ", i), Country: "USA", State: "Maine"}); err != nil {
			return f, err
		}
	}
	return f, nil
}

// addPeople makes so many people who see every farm.
func (b *bench) addPeople(ctx context.Context, people int) error {
	for i := range people {
		if _, err := b.users.Create(ctx, account.NewUser{
			Username: person(i), Email: person(i) + "@merroir.example", Password: benchPassword, Groups: account.Groups{Admin: true},
		}); err != nil {
			return err
		}
	}
	return nil
}

func person(i int) string { return fmt.Sprintf("person%d", i) }

// eachSecond looks again and again until it is done.
func eachSecond(ctx context.Context, look func() (done bool, err error)) error {
	for {
		done, err := look()
		if err != nil || done {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// freeAddress is one that nothing listens on.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}
