package paper

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
)

// printingFields are all that a key with only the right to print reads of a farm's record.
var printingFields = []string{
	"_id", "address1", "address2", "cert", "certs[].address1", "certs[].address2", "certs[].cert", "certs[].certId",
	"certs[].city", "certs[].country", "certs[].phone", "certs[].state", "certs[].website", "certs[].zip", "city",
	"companyName", "country", "dealer", "distributorBrands[].brand", "distributorBrands[].growingProcess",
	"distributorBrands[].tastingNotes", "growerNames", "harvesterCert", "labels.harvest", "labels.species",
	"leases[].endedOn", "leases[].leaseId", "leases[].location", "leases[].name", "name", "state", "taggingActive",
	"tagsInStock.blackLineMobile", "tagsInStock.industrial", "tagsInStock.mobile", "tagsInStock.mobileSticker", "zip",
}

// KEY-1: whatever a record has, a program sees of its subscription only the tags in stock, and one
// that only prints sees of the farm only what labels need.
func TestFarm_LimitsProgramsToWhatTheyNeed(t *testing.T) {
	var full FarmRecord
	fill(reflect.ValueOf(&full).Elem())
	full.TaggingActive = farm.TaggingOn
	all := filled(t, full)
	if len(all) < 150 {
		t.Fatalf("the record has only %d fields: %q", len(all), all)
	}

	printing := full
	printing.limitTo(&actor.Key{Rights: []actor.Right{actor.PrintLabels}})
	if got := filled(t, printing); !slices.Equal(got, printingFields) {
		t.Errorf("a key that only prints reads %q", got)
	}

	several := full
	several.limitTo(&actor.Key{Rights: []actor.Right{actor.ReadReports, actor.PrintLabels}})
	overview := filled(t, several.Overview)
	want := []string{"tagsInStock.blackLineMobile", "tagsInStock.industrial", "tagsInStock.mobile", "tagsInStock.mobileSticker"}
	if !slices.Equal(overview, want) {
		t.Errorf("a key with several rights reads of the subscription %q", overview)
	}
	if several.TimeZone == "" {
		t.Error("a key that reads reports does not see the time zone")
	}
}

// fill gives each field a value, and each list one element.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.Float64:
		v.SetFloat(1)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key)
		fill(value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Field(i); field.CanSet() {
				fill(field)
			}
		}
	}
}

// filled returns the paths of the JSON fields that have a value, sorted.
func filled(t *testing.T, record any) []string {
	t.Helper()
	text, err := json.Marshal(record)
	must(t, err)
	var value any
	must(t, json.Unmarshal(text, &value))

	found := map[string]bool{}
	var walk func(path string, value any)
	walk = func(path string, value any) {
		switch v := value.(type) {
		case map[string]any:
			for name, one := range v {
				walk(path+"."+name, one)
			}
		case []any:
			for _, one := range v {
				walk(path+"[]", one)
			}
		case nil, bool:
			if v == true {
				found[path[1:]] = true
			}
		default:
			if v != "" && v != 0.0 {
				found[path[1:]] = true
			}
		}
	}
	walk("", value)
	return slices.Sorted(maps.Keys(found))
}
