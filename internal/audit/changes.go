package audit

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// Changes gives the detail of an edit: the fields in which the JSON of the two
// records differs, each with what it was and what it became.
func Changes(before, after any) (map[string]any, error) {
	was, err := fields(before)
	if err != nil {
		return nil, err
	}
	is, err := fields(after)
	if err != nil {
		return nil, err
	}
	changed := map[string]any{}
	for name, value := range is {
		if !reflect.DeepEqual(was[name], value) {
			changed[name] = map[string]any{"from": was[name], "to": value}
		}
	}
	return changed, nil
}

func fields(record any) (named map[string]any, err error) {
	text, err := json.Marshal(record)
	if err != nil {
		return nil, fmt.Errorf("detail of an audit entry: %w", err)
	}
	return named, json.Unmarshal(text, &named)
}
