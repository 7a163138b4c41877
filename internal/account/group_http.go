package account

import (
	"context"

	"github.com/merroir/merroir/internal/page"
)

// GroupOptionsOutput lists the groups that a user can be put into.
type GroupOptionsOutput struct {
	Body struct {
		Data []GroupOption `json:"data"`
	}
}

// HandleGroupOptions answers GET /api/groups.
func (s *Service) HandleGroupOptions(ctx context.Context, _ *struct{}) (*GroupOptionsOutput, error) {
	out := &GroupOptionsOutput{}
	var err error
	out.Body.Data, err = s.GroupOptions(ctx)
	return out, err
}

// GroupsInput is the query of the list of admin groups.
type GroupsInput struct {
	Name string `query:"name" maxLength:"200" doc:"Part of the name"`
	page.Query
}

// GroupsOutput is a page of admin groups.
type GroupsOutput struct{ Body page.List[AdminGroup] }

// HandleGroups answers GET /api/admin-groups.
func (s *Service) HandleGroups(ctx context.Context, in *GroupsInput) (*GroupsOutput, error) {
	list, err := s.ListGroups(ctx, in.Name, in.Query)
	return &GroupsOutput{list}, err
}

// GroupOutput is an admin group.
type GroupOutput struct{ Body AdminGroup }

// CreateGroupInput is the form of a new admin group.
type CreateGroupInput struct {
	Body struct {
		Name string `json:"name"`
	}
}

// HandleCreateGroup answers POST /api/admin-groups.
func (s *Service) HandleCreateGroup(ctx context.Context, in *CreateGroupInput) (*GroupOutput, error) {
	g, err := s.CreateGroup(ctx, in.Body.Name)
	return &GroupOutput{g}, err
}

// GroupInput names an admin group.
type GroupInput struct {
	ID string `path:"id" maxLength:"64"`
}

// HandleGroup answers GET /api/admin-groups/{id}.
func (s *Service) HandleGroup(ctx context.Context, in *GroupInput) (*GroupOutput, error) {
	g, err := s.GetGroup(ctx, in.ID)
	return &GroupOutput{g}, err
}

// RenameGroupInput is another name for an admin group.
type RenameGroupInput struct {
	GroupInput
	Body struct {
		Name    string `json:"name"`
		Version int64  `json:"version" required:"false" minimum:"1" doc:"The version that the editor saw"`
	}
}

// HandleRenameGroup answers PUT /api/admin-groups/{id}.
func (s *Service) HandleRenameGroup(ctx context.Context, in *RenameGroupInput) (*GroupOutput, error) {
	g, err := s.RenameGroup(ctx, in.ID, in.Body.Version, in.Body.Name)
	return &GroupOutput{g}, err
}

// PermissionsInput is all that an admin group gives from now on.
type PermissionsInput struct {
	GroupInput
	Body struct {
		Permissions map[string]bool `json:"permissions" doc:"Name to whether the members have it"`
		Version     int64           `json:"version" required:"false" minimum:"1" doc:"The version that the editor saw"`
	}
}

// HandlePermissions answers PUT /api/admin-groups/{id}/permissions.
func (s *Service) HandlePermissions(ctx context.Context, in *PermissionsInput) (*GroupOutput, error) {
	g, err := s.SetPermissions(ctx, in.ID, in.Body.Version, in.Body.Permissions)
	return &GroupOutput{g}, err
}

// HandleDeleteGroup answers DELETE /api/admin-groups/{id}.
func (s *Service) HandleDeleteGroup(ctx context.Context, in *GroupInput) (*MessageOutput, error) {
	text, err := s.DeleteGroup(ctx, in.ID)
	return &MessageOutput{message{text}}, err
}
