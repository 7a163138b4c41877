package operate

import (
	"context"

	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/page"
)

// JobsInput is the query of the jobs, which have one order.
type JobsInput struct {
	State string `query:"state" enum:"waiting,running,failed,done" default:"failed" doc:"Failed and done ones the newest first, the others by when they are due"`
	Kind  string `query:"kind" maxLength:"100" doc:"Jobs of this kind alone"`
	page.Slice
}

// JobsOutput is a page of jobs.
type JobsOutput struct{ Body page.List[jobs.Job] }

// HandleJobs answers GET /api/jobs.
func (s *Service) HandleJobs(ctx context.Context, in *JobsInput) (*JobsOutput, error) {
	list, err := s.Jobs(ctx, jobs.Filter{State: in.State, Kind: in.Kind}, in.Slice)
	return &JobsOutput{list}, err
}

// KindsOutput is the state of the kinds.
type KindsOutput struct {
	Body struct {
		Data []jobs.KindStatus `json:"data"`
	}
}

// HandleKinds answers GET /api/jobs/kinds.
func (s *Service) HandleKinds(ctx context.Context, _ *struct{}) (*KindsOutput, error) {
	kinds, err := s.Kinds(ctx)
	out := &KindsOutput{}
	out.Body.Data = kinds
	return out, err
}

// JobInput names a job.
type JobInput struct {
	JobID string `path:"jobId" maxLength:"40"`
}

// JobOutput is a job as it is afterwards, or was before it was given up.
type JobOutput struct{ Body jobs.Job }

// HandleRetry answers POST /api/jobs/{jobId}/retry.
func (s *Service) HandleRetry(ctx context.Context, in *JobInput) (*JobOutput, error) {
	j, err := s.Retry(ctx, in.JobID)
	return &JobOutput{j}, err
}

// HandleDiscard answers DELETE /api/jobs/{jobId}.
func (s *Service) HandleDiscard(ctx context.Context, in *JobInput) (*JobOutput, error) {
	j, err := s.Discard(ctx, in.JobID)
	return &JobOutput{j}, err
}

// RetryFailedInput names a kind.
type RetryFailedInput struct {
	Body struct {
		Kind string `json:"kind" minLength:"1" maxLength:"100"`
	}
}

// RetryFailedOutput says how many jobs are tried again.
type RetryFailedOutput struct {
	Body struct {
		Retried int64 `json:"retried"`
	}
}

// HandleRetryFailed answers POST /api/jobs/retry.
func (s *Service) HandleRetryFailed(ctx context.Context, in *RetryFailedInput) (*RetryFailedOutput, error) {
	out := &RetryFailedOutput{}
	var err error
	out.Body.Retried, err = s.RetryFailed(ctx, in.Body.Kind)
	return out, err
}

// SystemOutput is what runs.
type SystemOutput struct{ Body System }

// HandleSystem answers GET /api/system.
func (s *Service) HandleSystem(ctx context.Context, _ *struct{}) (*SystemOutput, error) {
	system, err := s.System(ctx)
	return &SystemOutput{system}, err
}
