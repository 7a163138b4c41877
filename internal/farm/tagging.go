package farm

import "encoding/json"

// TaggingState says how far a farm's tagging subscription has come. The API has it as
// true, false or "pending".
type TaggingState string

const (
	TaggingOff     TaggingState = "false"
	TaggingPending TaggingState = "pending" // its setup invoice has not been paid yet
	TaggingOn      TaggingState = "true"
)

func (s TaggingState) MarshalJSON() ([]byte, error) {
	if s == TaggingPending {
		return json.Marshal(string(s))
	}
	return json.Marshal(s == TaggingOn)
}

func (s *TaggingState) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case "true":
		*s = TaggingOn
	case "false":
		*s = TaggingOff
	default:
		return json.Unmarshal(text, (*string)(s))
	}
	return nil
}
