package rest

import (
	"reflect"
	"slices"
)

// preset is the text that a field of a body has where it is left out, as its
// default tag says.
type preset struct {
	index []int // through structs; the elements of a list on the way each have it
	text  string
}

// presetsOf finds the fields with a preset at any depth of a type, which is
// within those types.
func presetsOf(t reflect.Type, index []int, within []reflect.Type) (found []preset) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || slices.Contains(within, t) {
		return nil
	}
	within = append(within, t)
	for i := range t.NumField() {
		field, at := t.Field(i), append(slices.Clone(index), i)
		if !field.IsExported() {
			continue
		}
		if text := field.Tag.Get("default"); text != "" {
			mustBeText(field)
			found = append(found, preset{index: at, text: text})
			continue
		}
		found = append(found, presetsOf(field.Type, at, within)...)
	}
	return found
}

// fill sets the fields at the index below the value, as far as they are empty.
func (p preset) fill(value reflect.Value, index []int) {
	switch value.Kind() {
	case reflect.Pointer:
		if !value.IsNil() {
			p.fill(value.Elem(), index)
		}
	case reflect.Slice:
		for i := range value.Len() {
			p.fill(value.Index(i), index)
		}
	case reflect.Struct:
		p.fill(value.Field(index[0]), index[1:])
	default:
		if value.IsZero() {
			value.SetString(p.text)
		}
	}
}
