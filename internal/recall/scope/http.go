package scope

// AtInput says whose part of recalls a call is about: that of the firm in its path, or
// all, where the path has none. Each handler answers both; who may is the use case's to say.
type AtInput struct {
	FarmID string `path:"id" required:"false" maxLength:"64"`
}

// RecallIDOutput names a recall, a request or an entry that was made.
type RecallIDOutput struct {
	Body struct {
		ID string `json:"_id"`
	}
}

// Made is the answer to a call that made something.
func Made(id string, err error) (*RecallIDOutput, error) {
	out := &RecallIDOutput{}
	out.Body.ID = id
	return out, err
}

// ReasonBody says why.
type ReasonBody struct {
	Reason string `json:"reason" maxLength:"2000" lines:"true" doc:"On record"`
}
