package tag

import "context"

// GetInput names a tag. Any text may come: one that is not an id names a tag
// that does not exist.
type GetInput struct {
	ID string `path:"tagId" doc:"24 hexadecimal digits, as in the tag's address"`
}

// GetOutput is what anyone may see of a tag.
type GetOutput struct{ Body Page }

// HandleGet answers GET /api/tag/{tagId}.
func (s *Service) HandleGet(ctx context.Context, in *GetInput) (*GetOutput, error) {
	page, err := s.Public(ctx, in.ID)
	return &GetOutput{page}, err
}
