package audit

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// Changes gives the detail of an edit: the fields in which the JSON of the two
// records differs, each with what it was and what it became. A field of a nested
// object is named by its path, like shipping.mobilePaper.
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
	for _, record := range []map[string]any{was, is} {
		for name := range record {
			if !reflect.DeepEqual(was[name], is[name]) {
				changed[name] = map[string]any{"from": was[name], "to": is[name]}
			}
		}
	}
	return changed, nil
}

func fields(record any) (map[string]any, error) {
	text, err := json.Marshal(record)
	if err != nil {
		return nil, fmt.Errorf("detail of an audit entry: %w", err)
	}
	var nested map[string]any
	named := map[string]any{}
	if err := json.Unmarshal(text, &nested); err != nil {
		return nil, err
	}
	flatten(named, "", nested)
	return named, nil
}

func flatten(into map[string]any, path string, record map[string]any) {
	for name, value := range record {
		if object, is := value.(map[string]any); is {
			flatten(into, path+name+".", object)
		} else {
			into[path+name] = value
		}
	}
}
