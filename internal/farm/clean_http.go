package farm

import (
	"context"
	"strings"
)

// ContentsOutput counts what a farm has.
type ContentsOutput struct {
	ETag string `header:"ETag" doc:"Of what was counted. Sent back as If-Match, it makes sure that nothing else is removed"`
	Body Contents
}

// HandleContents answers GET /api/farms/{id}/contents.
func (s *Service) HandleContents(ctx context.Context, in *IDInput) (*ContentsOutput, error) {
	c, err := s.Contents(ctx, in.ID)
	return &ContentsOutput{`"` + c.Version() + `"`, c}, err
}

// RemoveInput names a farm to be cleaned or deleted.
type RemoveInput struct {
	IDInput
	IfMatch string `header:"If-Match" maxLength:"200" doc:"The ETag of the contents that somebody saw and confirmed. If the farm has anything else by now, nothing is removed and the answer is 412; left out, it is not checked"`
}

func (in *RemoveInput) seen() string {
	if in.IfMatch == "*" {
		return ""
	}
	return strings.Trim(in.IfMatch, `"`)
}

// RemovedOutput says what was taken away.
type RemovedOutput struct {
	Body struct {
		Message  string   `json:"message"`
		Removed  Contents `json:"removed" doc:"What is taken away; what is kept is 0 or false here"`
		UnderWay bool     `json:"underWay" doc:"It is a large farm: it will be so in a few minutes"`
	}
}

func removedOutput(r Removed, done, soon string) *RemovedOutput {
	out := &RemovedOutput{}
	out.Body.Message, out.Body.Removed, out.Body.UnderWay = done, r.Contents, r.UnderWay
	if r.UnderWay {
		out.Body.Message = soon
	}
	return out
}

// HandleClean answers DELETE /api/farms/{id}/clean.
func (s *Service) HandleClean(ctx context.Context, in *RemoveInput) (*RemovedOutput, error) {
	r, err := s.Clean(ctx, in.ID, in.seen())
	return removedOutput(r, "The farm is clean.", "That is a large farm. It is being cleaned, which takes a few minutes."), err
}

// HandleDelete answers DELETE /api/farms/{id}.
func (s *Service) HandleDelete(ctx context.Context, in *RemoveInput) (*RemovedOutput, error) {
	r, err := s.Delete(ctx, in.ID, in.seen())
	return removedOutput(r, "The farm is deleted.", "That is a large farm. It is being deleted, which takes a few minutes."), err
}
