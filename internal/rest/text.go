package rest

import (
	"fmt"
	"reflect"
	"strings"

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
		if place, name := placeOf(field); place != "" {
			errs = append(errs, refuseTextAt(place+"."+name, value, false)...)
		} else if field.Name == bodyField {
			errs = append(errs, refuseTextAt("body", value, false)...)
		}
	}
	return errs
}

func refuseTextAt(location string, value reflect.Value, lines bool) (errs []error) {
	refuse := func(bad bool) {
		if bad {
			errs = append(errs, &huma.ErrorDetail{Location: location, Message: plain.Refusal})
		}
	}
	switch value.Kind() {
	case reflect.String:
		refuse(!lines && !plain.Line(value.String()) || lines && !plain.Lines(value.String()))
	case reflect.Pointer, reflect.Interface:
		if !value.IsNil() {
			return refuseTextAt(location, value.Elem(), lines)
		}
	case reflect.Slice, reflect.Array:
		for i := range value.Len() {
			errs = append(errs, refuseTextAt(fmt.Sprintf("%s.%d", location, i), value.Index(i), lines)...)
		}
	case reflect.Map:
		for entries := value.MapRange(); entries.Next(); {
			key := entries.Key().String()
			if !plain.Line(key) { // which the answer does not repeat
				refuse(true)
				return errs
			}
			errs = append(errs, refuseTextAt(location+"."+key, entries.Value(), lines)...)
		}
	case reflect.Struct:
		for _, field := range reflect.VisibleFields(value.Type()) {
			if name := jsonName(field); name != "" {
				errs = append(errs, refuseTextAt(location+"."+name, value.FieldByIndex(field.Index), field.Tag.Get(severalLines) != "")...)
			}
		}
	}
	return errs
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
