//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const (
	calm       = 3 * time.Second  // before and after each blow
	strikes    = 3 * time.Second  // how long what was killed stays away
	longestGap = 30 * time.Second // without a write that is acknowledged
	graceful   = "2s"             // in which the proxy sees that a copy stops
)

// cluster is what a large operator runs, on this machine alone: PostgreSQL on three
// nodes, an S3 server for the photos, two copies of the program, a proxy before them.
type cluster struct {
	*drill
	database      *database
	s3, proxy     *daemon
	url           string // of the proxy
	copyAddresses []string
	copies        []*server
}

// blow is what happens to a cluster: one thing goes, and comes back.
type blow struct {
	what  string
	begin func(context.Context) error
	end   func(context.Context) error
}

// strikeCluster kills one part of a cluster after the other while people record and
// photograph: nothing that was acknowledged may be lost, and no pause may be longer
// than half a minute.
func (d *drill) strikeCluster(ctx context.Context) (err error) {
	if err := needs("etcd", "patroni", "pg_config", "haproxy"); err != nil {
		return err
	}
	c, err := d.newCluster(ctx, 2, "haproxy.cfg")
	if err != nil {
		return err
	}
	defer c.kill()
	all, err := c.gather(ctx, &server{url: c.url})
	if err != nil {
		return err
	}
	var findings []finding
	err = all.workUntil(ctx, func() error {
		for _, b := range c.blows() {
			found, err := c.strike(ctx, b)
			if err != nil {
				return fmt.Errorf("%s: %w", b.what, err)
			}
			findings = append(findings, found)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.report(ctx, "Parts of a cluster die", all, findings)
}

// newCluster starts so many copies behind the proxy, with settings of their own beside those
// of all clusters. The proxy's are in a file that deploy/ has for operators.
func (d *drill) newCluster(ctx context.Context, copies int, proxy string, settings ...string) (_ *cluster, err error) {
	own := *d
	c := &cluster{drill: &own}
	defer func() {
		if err != nil {
			c.kill()
		}
	}()
	if c.database, err = d.startDatabase(ctx); err != nil {
		return nil, err
	}
	addresses, err := freeAddresses(2 + copies)
	if err != nil {
		return nil, err
	}
	s3 := addresses[0]
	c.url, c.copyAddresses = "http://"+addresses[1], addresses[2:]
	if c.s3, err = d.startS3(ctx, s3); err != nil {
		return nil, err
	}
	c.settings = append(settings,
		"MERROIR_DATABASE_URL="+c.database.url(),
		bucketAddress(s3), bucketKeys[0], bucketKeys[1],
		"MERROIR_SECRET_KEY="+strings.Repeat("0123456789abcdef", 4),
		"MERROIR_PUBLIC_URL="+c.url, "MERROIR_TRUSTED_PROXIES=127.0.0.1/32",
	)
	if err := errors.Join(makeFolder(c.data(0), nil), c.prepare(ctx, c.data(0))); err != nil {
		return nil, err
	}
	for i := range c.copyAddresses {
		c.copies = append(c.copies, nil)
		if err := c.startCopy(ctx, i); err != nil {
			return nil, err
		}
	}
	config, err := filepath.Abs(filepath.Join("deploy", proxy))
	if err != nil {
		return nil, err
	}
	return c, c.startProxy(ctx, config)
}

// data is the folder of a copy, which holds nothing that another would need.
func (c *cluster) data(i int) string { return filepath.Join(c.dir, fmt.Sprintf("copy%d", i+1)) }

func (c *cluster) startCopy(ctx context.Context, i int) (err error) {
	if err := makeFolder(c.data(i), nil); err != nil {
		return err
	}
	c.copies[i], err = c.serve(ctx, c.data(i), "--addr="+c.copyAddresses[i], "--shutdown-grace="+graceful)
	return err
}

// bucketAddress is the setting of a program whose photos are in the drill's S3 server.
func bucketAddress(server string) string {
	return "MERROIR_BLOB_URL=s3://merroir?region=eu-west-1&use_path_style=true&endpoint=http://" + server
}

var bucketKeys = []string{"AWS_ACCESS_KEY_ID=drill", "AWS_SECRET_ACCESS_KEY=drill"}

func (d *drill) startS3(ctx context.Context, address string) (*daemon, error) {
	program := filepath.Join(d.dir, "s3")
	build := exec.CommandContext(ctx, "go", "build", "-o", program, ".")
	build.Dir = filepath.Join("drill", "s3") // a module of its own
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the S3 server: %w\n%s", err, out)
	}
	bucket, err := d.daemon(nil, "bucket", program, address, "file", "merroir")
	if err != nil {
		return nil, err
	}
	return bucket, bucket.start()
}

// startProxy starts HAProxy with the settings of the file.
func (c *cluster) startProxy(ctx context.Context, config string) (err error) {
	if c.proxy, err = c.daemon(nil, "proxy", "haproxy", "-f", config); err != nil {
		return err
	}
	c.proxy.environment = []string{"PROXY_TLS=off", "PROXY_ADDR=" + strings.TrimPrefix(c.url, "http://")}
	for i, address := range c.copyAddresses {
		c.proxy.environment = append(c.proxy.environment, fmt.Sprintf("COPY%d_ADDR=%s", i+1, address))
	}
	if err := c.proxy.start(); err != nil {
		return err
	}
	return c.answers(ctx)
}

// answers waits until a copy that takes writes answers behind the proxy.
func (c *cluster) answers(ctx context.Context) error {
	p := newPerson(0)
	p.url = c.url
	return until(ctx, "no copy behind the proxy takes writes", func() bool {
		return p.send(ctx, http.MethodGet, "/readyz", "", nil).status == http.StatusOK
	})
}

func (c *cluster) kill() {
	for _, s := range c.copies {
		if s != nil {
			s.kill()
		}
	}
	for _, p := range []*daemon{c.proxy, c.s3} {
		if p != nil {
			p.kill()
		}
	}
	if c.database != nil {
		c.database.kill()
	}
}

// blows are struck one after the other, the leader's death the most often.
func (c *cluster) blows() []blow {
	var dead, parted *node
	leader := blow{
		what: "the leader of the database dies",
		begin: func(ctx context.Context) (err error) {
			dead, err = c.database.killLeader(ctx)
			return err
		},
		end: func(ctx context.Context) error {
			return errors.Join(dead.patroni.start(), c.database.stands(ctx))
		},
	}
	return []blow{
		leader, leader, leader,
		{
			what: "the leader cannot reach etcd",
			begin: func(ctx context.Context) (err error) {
				parted, err = c.database.partLeader(ctx)
				return err
			},
			end: func(ctx context.Context) error {
				parted.line.setCut(false)
				return c.database.stands(ctx)
			},
		},
		{
			what:  "a copy dies",
			begin: func(context.Context) error { c.copies[0].kill(); return nil },
			end:   func(ctx context.Context) error { return c.startCopy(ctx, 0) },
		},
		{
			what:  "a copy is stopped in order",
			begin: func(context.Context) error { return c.copies[1].stop() },
			end:   func(ctx context.Context) error { return c.startCopy(ctx, 1) },
		},
		{
			what:  "the proxy dies",
			begin: func(context.Context) error { c.proxy.kill(); return nil },
			end:   func(context.Context) error { return c.proxy.start() },
		},
		{
			what:  "the S3 server dies",
			begin: func(context.Context) error { c.s3.kill(); return nil },
			end:   func(context.Context) error { return c.s3.start() },
		},
	}
}

// finding is when a blow was felt, from it until everything stood again.
type finding struct {
	what       string
	from, till time.Time
}

func (c *cluster) strike(ctx context.Context, b blow) (finding, error) {
	time.Sleep(calm)
	found := finding{what: b.what, from: time.Now()}
	if err := b.begin(ctx); err != nil {
		return found, err
	}
	time.Sleep(strikes)
	if err := errors.Join(b.end(ctx), c.answers(ctx)); err != nil {
		return found, err
	}
	time.Sleep(calm)
	found.till = time.Now()
	return found, nil
}

func (c *cluster) report(ctx context.Context, title string, all crowd, findings []finding) error {
	lost, err := all.lost(ctx)
	if err = errors.Join(err, c.check(ctx, c.data(0))); err != nil {
		return err
	}
	activities, photos, _, longest := all.kept()
	fmt.Printf("\n%s, while %d people record\n", title, c.people)
	fmt.Printf("acknowledged: %d activities, %d photos; lost: %d; merroir check finds nothing wrong\n", activities, photos, lost)
	fmt.Printf("the longest wait for an answer: %v\n", longest.Round(time.Millisecond))
	for _, found := range findings {
		calls := found.within(all.calls())
		activity, photo := found.gap(calls, false), found.gap(calls, true)
		fmt.Printf("%s: no activity for %v, no photo for %v\n", found.what, activity.Round(time.Millisecond), photo.Round(time.Millisecond))
		fmt.Printf("%7d  calls without an answer\n%s\n", unanswered(calls), refusals(calls))
		if activity > longestGap {
			err = errors.Join(err, fmt.Errorf("%s: nothing could be recorded for %v", found.what, activity))
		}
	}
	if lost > 0 {
		err = errors.Join(err, fmt.Errorf("%d acknowledged activities are lost", lost))
	}
	return errors.Join(err, judgeWords(all.calls()))
}

// within are the calls that were answered meanwhile.
func (f finding) within(calls []call) []call {
	var meanwhile []call
	for _, c := range calls {
		if c.at.After(f.from) && c.at.Before(f.till) {
			meanwhile = append(meanwhile, c)
		}
	}
	return meanwhile
}

// gap is the longest time in which no write of the kind was acknowledged.
func (f finding) gap(calls []call, photo bool) (longest time.Duration) {
	last := f.from
	for _, c := range calls {
		if c.acknowledged && c.photo == photo {
			longest, last = max(longest, c.at.Sub(last)), c.at
		}
	}
	return max(longest, f.till.Sub(last))
}
