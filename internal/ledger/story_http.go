package ledger

import "context"

// LotInput names a lot.
type LotInput struct {
	FarmID string `path:"farmId" maxLength:"64"`
	LotID  string `path:"lotId" minLength:"1" maxLength:"64"`
}

// GroupInput names a group.
type GroupInput struct {
	FarmID  string `path:"farmId" maxLength:"64"`
	GroupID string `path:"groupId" minLength:"1" maxLength:"64"`
}

// StoryOutput is what became of a lot or a group.
type StoryOutput struct{ Body Story }

// HandleLot answers GET /api/v2/lots/{farmId}/{lotId}.
func (s *Service) HandleLot(ctx context.Context, in *LotInput) (*StoryOutput, error) {
	story, err := s.Story(ctx, in.FarmID, Of{LotID: in.LotID})
	return &StoryOutput{story}, err
}

// HandleGroup answers GET /api/v2/groups/{farmId}/{groupId}.
func (s *Service) HandleGroup(ctx context.Context, in *GroupInput) (*StoryOutput, error) {
	story, err := s.Story(ctx, in.FarmID, Of{GroupID: in.GroupID})
	return &StoryOutput{story}, err
}
