package farm

import "context"

// LeaseOutput is a growing area.
type LeaseOutput struct{ Body Lease }

// AddLeaseInput is the form of a new growing area.
type AddLeaseInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body LeaseChange
}

// HandleAddLease answers POST /api/farms/{id}/leases.
func (s *Service) HandleAddLease(ctx context.Context, in *AddLeaseInput) (*LeaseOutput, error) {
	var l Lease
	if err := in.Body.apply(&l); err != nil {
		return nil, err
	}

	l, err := s.AddLease(ctx, in.ID, l)
	return &LeaseOutput{l}, err
}

// LeaseInput names a growing area.
type LeaseInput struct {
	ID      string `path:"id" maxLength:"64"`
	LeaseID string `path:"leaseId" maxLength:"64"`
}

// EditLeaseInput is an edit of a growing area.
type EditLeaseInput struct {
	LeaseInput
	Body struct {
		LeaseChange
		Version int64 `json:"version" required:"false" minimum:"1" doc:"The version that the editor saw"`
	}
}

// HandleEditLease answers PUT /api/farms/{id}/leases/{leaseId}.
func (s *Service) HandleEditLease(ctx context.Context, in *EditLeaseInput) (*LeaseOutput, error) {
	l, err := s.EditLease(ctx, in.ID, in.LeaseID, in.Body.Version, in.Body.LeaseChange)
	return &LeaseOutput{l}, err
}

// EndLeaseInput ends a growing area.
type EndLeaseInput struct {
	LeaseInput
	Body struct {
		Date    string `json:"date" doc:"YYYY-MM-DD, the last day in use"`
		Version int64  `json:"version" required:"false" minimum:"1" doc:"The version that the editor saw"`
	}
}

// HandleEndLease answers POST /api/farms/{id}/leases/{leaseId}/end.
func (s *Service) HandleEndLease(ctx context.Context, in *EndLeaseInput) (*LeaseOutput, error) {
	l, err := s.EndLease(ctx, in.ID, in.LeaseID, in.Body.Version, in.Body.Date)
	return &LeaseOutput{l}, err
}

// HandleReopenLease answers POST /api/farms/{id}/leases/{leaseId}/reopen.
func (s *Service) HandleReopenLease(ctx context.Context, in *LeaseInput) (*LeaseOutput, error) {
	l, err := s.ReopenLease(ctx, in.ID, in.LeaseID)
	return &LeaseOutput{l}, err
}

// MessageOutput says that something was done.
type MessageOutput struct {
	Body struct {
		Message string `json:"message"`
	}
}

// HandleDeleteLease answers DELETE /api/farms/{id}/leases/{leaseId}.
func (s *Service) HandleDeleteLease(ctx context.Context, in *LeaseInput) (*MessageOutput, error) {
	out := &MessageOutput{}
	out.Body.Message = "Growing area deleted."
	return out, s.DeleteLease(ctx, in.ID, in.LeaseID)
}
