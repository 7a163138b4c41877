package app

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/operate"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/sqldb"
)

// JobsCommand groups what is done to jobs.
type JobsCommand struct {
	List    ListJobsCommand   `cmd:"" help:"List jobs: those that failed, unless told otherwise."`
	Retry   RetryJobsCommand  `cmd:"" help:"Let a failed job run anew, or a waiting one at once; or all failed ones of a kind."`
	Discard DiscardJobCommand `cmd:"" help:"Give up a job that waits or has failed: what it was to do is not done."`
}

// ListJobsCommand prints one job on a line.
type ListJobsCommand struct {
	Config `group:"settings"`
	State  string `default:"failed" enum:"waiting,running,failed,done" help:"waiting, running, failed or done."`
	Kind   string `help:"Only jobs of this kind, such as mail.send."`
}

func (c *ListJobsCommand) Run(ctx context.Context) error {
	return withJobs(ctx, &c.Config, func(ctx context.Context, service *operate.Service) error {
		return printAll("ID\tKIND\tSTATE\tATTEMPTS\tMADE\tNEXT TRY\tLAST ERROR", func(slice page.Slice) (page.List[jobs.Job], error) {
			return service.Jobs(ctx, jobs.Filter{State: c.State, Kind: c.Kind}, slice)
		}, jobLine)
	})
}

func jobLine(j jobs.Job) string {
	next := "-"
	if j.State == "waiting" && j.DueAt != nil {
		next = minute(*j.DueAt)
	}
	reason, _, _ := strings.Cut(j.LastError, "\n")
	return fmt.Sprintf("%s\t%s\t%s\t%d\t%s\t%s\t%s", j.ID, j.Kind, j.State, j.Attempts, minute(j.CreatedAt), next, plain.OneLine(reason))
}

func minute(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04") }

// RetryJobsCommand tries jobs again.
type RetryJobsCommand struct {
	Config `group:"settings"`
	ID     string `arg:"" optional:"" help:"Id of a job."`
	Kind   string `help:"All failed jobs of this kind."`
}

func (c *RetryJobsCommand) Run(ctx context.Context) error {
	if (c.ID == "") == (c.Kind == "") {
		return errors.New("name either the id of a job or, with --kind, a kind")
	}
	return withJobs(ctx, &c.Config, func(ctx context.Context, service *operate.Service) error {
		if c.Kind != "" {
			n, err := service.RetryFailed(ctx, c.Kind)
			if err == nil {
				fmt.Printf("%d jobs of the kind %s will be tried again.\n", n, c.Kind)
			}
			return err
		}
		j, err := service.Retry(ctx, c.ID)
		if err == nil {
			fmt.Printf("The job %s (%s) will be tried again.\n", j.ID, j.Kind)
		}
		return err
	})
}

// DiscardJobCommand gives a job up.
type DiscardJobCommand struct {
	Config `group:"settings"`
	ID     string `arg:"" help:"Id of the job."`
}

func (c *DiscardJobCommand) Run(ctx context.Context) error {
	return withJobs(ctx, &c.Config, func(ctx context.Context, service *operate.Service) error {
		j, err := service.Discard(ctx, c.ID)
		if err == nil {
			fmt.Printf("The job %s (%s) was given up.\n", j.ID, j.Kind)
		}
		return err
	})
}

func withJobs(ctx context.Context, c *Config, do func(context.Context, *operate.Service) error) error {
	return asPlatform(ctx, c, func(ctx context.Context, db *sqldb.DB) error {
		return do(ctx, operate.New(db, jobs.New(db, jobs.Options{}), time.Now, nil))
	})
}
