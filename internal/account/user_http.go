package account

import (
	"context"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/download"
	"github.com/merroir/merroir/internal/page"
)

// UsersInput is the query of the list of users.
type UsersInput struct {
	Username string `query:"username" maxLength:"200" doc:"Part of the username, the name or the email"`
	Role     string `query:"role" enum:"admin,account" doc:"Who can play it"`
	IsActive string `query:"isActive" enum:"true,false"`
	page.Query
}

// UsersOutput is a page of users; name sorts by username.
type UsersOutput struct{ Body page.List[AccountRow] }

// HandleUsers answers GET /api/users.
func (s *Service) HandleUsers(ctx context.Context, in *UsersInput) (*UsersOutput, error) {
	list, err := s.List(ctx, UserFilter{in.Username, in.Role, in.IsActive}, in.Query)
	return &UsersOutput{list}, err
}

// UsersFileInput is the same without pages.
type UsersFileInput struct {
	Username string `query:"username" maxLength:"200" doc:"As in the list"`
	Role     string `query:"role" enum:"admin,account"`
	IsActive string `query:"isActive" enum:"true,false"`
}

// HandleUsersCSV answers GET /api/users/csv.
func (s *Service) HandleUsersCSV(ctx context.Context, in *UsersFileInput) (*download.File, error) {
	content, err := s.CSV(ctx, UserFilter{in.Username, in.Role, in.IsActive})
	return download.New("users.csv", download.CSV, content), err
}

// AccountOutput is a user as the console shows them.
type AccountOutput struct{ Body Account }

// CreateUserInput is the form of a new user.
type CreateUserInput struct {
	Body struct {
		Username string     `json:"username" maxLength:"254"`
		Email    string     `json:"email" maxLength:"254"`
		Password string     `json:"password" maxLength:"4096"`
		Name     NameChange `json:"name" required:"false"`
	}
}

// HandleCreateUser answers POST /api/users.
func (s *Service) HandleCreateUser(ctx context.Context, in *CreateUserInput) (*AccountOutput, error) {
	u := NewUser{Username: in.Body.Username, Email: in.Body.Email, Password: in.Body.Password}
	in.Body.Name.Apply(&u.Name)
	a, err := s.Create(ctx, u)
	return &AccountOutput{a}, err
}

// UserInput names a user.
type UserInput struct {
	ID string `path:"id" maxLength:"64"`
}

// HandleUser answers GET /api/users/{id}.
func (s *Service) HandleUser(ctx context.Context, in *UserInput) (*AccountOutput, error) {
	a, err := s.Get(ctx, in.ID)
	return &AccountOutput{a}, err
}

// EditUserInput is an edit of a user.
type EditUserInput struct {
	UserInput
	Body struct {
		UserChange
		Version int64 `json:"version" required:"false" minimum:"1" doc:"The version that the editor saw"`
	}
}

// HandleEditUser answers PUT /api/users/{id}.
func (s *Service) HandleEditUser(ctx context.Context, in *EditUserInput) (*AccountOutput, error) {
	a, err := s.Edit(ctx, in.ID, in.Body.Version, in.Body.UserChange)
	return &AccountOutput{a}, err
}

// HandleDeleteUser answers DELETE /api/users/{id}.
func (s *Service) HandleDeleteUser(ctx context.Context, in *UserInput) (*MessageOutput, error) {
	return &MessageOutput{message{"User deleted."}}, s.Delete(ctx, in.ID)
}

// UserPasswordInput is another password for a user.
type UserPasswordInput struct {
	UserInput
	Body struct {
		Password string `json:"password" maxLength:"4096"`
		Revoke   bool   `json:"revokeIssued" required:"false" doc:"Also revoke the open invitations, and the API keys of the last day, that the user issued"`
	}
}

// HandleUserPassword answers PUT /api/users/{id}/password.
func (s *Service) HandleUserPassword(ctx context.Context, in *UserPasswordInput) (*MessageOutput, error) {
	return &MessageOutput{message{"Success. Changes have been saved."}}, s.SetPassword(ctx, in.ID, in.Body.Password, in.Body.Revoke)
}

// UserGroupsInput is all groups that a user is in from now on.
type UserGroupsInput struct {
	UserInput
	Body struct {
		Groups  map[string]string `json:"groups" doc:"Id to name of all groups; the names are not looked at"`
		Version int64             `json:"version" required:"false" minimum:"1" doc:"The version that the editor saw"`
	}
}

// HandleUserGroups answers PUT /api/users/{id}/groups.
func (s *Service) HandleUserGroups(ctx context.Context, in *UserGroupsInput) (*AccountOutput, error) {
	a, err := s.SetGroups(ctx, in.ID, in.Body.Version, in.Body.Groups)
	return &AccountOutput{a}, err
}

// PermissionsEndpointOutput is where farms edit what their people may do.
type PermissionsEndpointOutput struct {
	Body struct {
		PermissionsEndpoint string `json:"permissionsEndpoint" doc:"Address of the farms' own app"`
	}
}

// HandlePermissionsEndpoint answers GET /api/farms/permissionsEndpoint.
func (s *Service) HandlePermissionsEndpoint(ctx context.Context, _ *struct{}) (*PermissionsEndpointOutput, error) {
	out := &PermissionsEndpointOutput{}
	out.Body.PermissionsEndpoint = s.farmAppURL
	return out, actor.Require(ctx, actor.AdminUsers)
}
