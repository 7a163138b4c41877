package rest

import (
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"github.com/merroir/merroir/internal/plain"
)

// severalLines is the tag of a text that may have line breaks and tabs:
//
//	Note string `json:"note" lines:"true"`
const severalLines = "lines"

// refuseText gives an error for each text of an input that is not plain, be it
// in the path, the query, a header or at any depth of the body.
func refuseText(in any) (errs []error) {
	input := reflect.ValueOf(in).Elem()
	for _, field := range reflect.VisibleFields(input.Type()) {
		if field.Anonymous || !field.IsExported() {
			continue
		}
		value := input.FieldByIndex(field.Index)
		if where, name := placeOf(field); where != "" {
			errs = append(errs, refuseTextAt(&location{name: where + "." + name}, value, false)...)
		} else if field.Name == bodyField {
			errs = append(errs, refuseTextAt(&location{name: "body"}, value, false)...)
		}
	}
	return errs
}

// location is a place in an input, put into words only where something is wrong there.
type location struct {
	within *location
	name   string
	index  int // in a list, where there is no name
}

func (l *location) String() string {
	switch {
	case l.within == nil:
		return l.name
	case l.name == "":
		return fmt.Sprintf("%s.%d", l.within, l.index)
	}
	return l.within.String() + "." + l.name
}

func refuseTextAt(at *location, value reflect.Value, lines bool) (errs []error) {
	refuse := func(bad bool) {
		if bad {
			errs = append(errs, &huma.ErrorDetail{Location: at.String(), Message: plain.Refusal})
		}
	}
	switch value.Kind() {
	case reflect.String:
		refuse(!lines && !plain.Line(value.String()) || lines && !plain.Lines(value.String()))
	case reflect.Pointer, reflect.Interface:
		if !value.IsNil() {
			return refuseTextAt(at, value.Elem(), lines)
		}
	case reflect.Slice, reflect.Array:
		for i := range value.Len() {
			errs = append(errs, refuseTextAt(&location{within: at, index: i}, value.Index(i), lines)...)
		}
	case reflect.Map:
		for entries := value.MapRange(); entries.Next(); {
			key := entries.Key().String()
			if !plain.Line(key) { // which the answer does not repeat
				refuse(true)
				return errs
			}
			errs = append(errs, refuseTextAt(&location{within: at, name: key}, entries.Value(), lines)...)
		}
	case reflect.Struct:
		for _, field := range bodyFields(value.Type()) {
			errs = append(errs, refuseTextAt(&location{within: at, name: field.name}, value.FieldByIndex(field.index), field.lines)...)
		}
	}
	return errs
}

// inBody is a field of a struct that is a part of a body and may hold text.
type inBody struct {
	name  string
	index []int
	lines bool // its text may have several
}

var bodyFieldsOf sync.Map // of each reflect.Type that was asked for, its []inBody

func bodyFields(of reflect.Type) []inBody {
	if found, ok := bodyFieldsOf.Load(of); ok {
		return found.([]inBody)
	}
	var fields []inBody
	for _, field := range reflect.VisibleFields(of) {
		if name := jsonName(field); name != "" && (field.Type.Kind() < reflect.Bool || field.Type.Kind() > reflect.Complex128) { // numbers hold no text
			fields = append(fields, inBody{name, field.Index, field.Tag.Get(severalLines) != ""})
		}
	}
	bodyFieldsOf.Store(of, fields)
	return fields
}

// jsonName is what a field is called in a body, nothing where it is not there.
func jsonName(field reflect.StructField) string {
	if field.Anonymous || !field.IsExported() {
		return ""
	}
	switch name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name {
	case "":
		return field.Name
	case "-":
		return ""
	default:
		return name
	}
}
