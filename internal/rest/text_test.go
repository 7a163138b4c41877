package rest

import (
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"github.com/merroir/merroir/internal/page"
)

type textPart struct {
	Name  string `json:"name"`
	Story string `json:"story,omitempty" lines:"true"`
	Count int    `json:"count"`
	inner string
}

type textInput struct {
	ID   string `path:"id"`
	Key  string `header:"Some-Key"`
	Body struct {
		textPart
		Part  *textPart `json:"part"`
		Parts []textPart
		Named map[string][]string `json:"named"`
		Any   any                 `json:"any"`
		Not   string              `json:"-"`
	}
	page.Query
}

func TestTextIsLookedAtEverywhere(t *testing.T) {
	bad := "a\x00b"
	all := func() *textInput {
		in := &textInput{ID: bad, Key: bad}
		in.Sort = bad
		in.Body.textPart = textPart{Name: bad, Story: bad, inner: bad}
		in.Body.Part = &textPart{Name: "two\nlines", Story: "two\nlines"}
		in.Body.Parts = []textPart{{Name: "good"}, {Name: bad}}
		in.Body.Named = map[string][]string{"list": {"good", bad}}
		in.Body.Any = map[string]any{"deep": []any{1, bad, nil}}
		in.Body.Not = bad
		return in
	}
	keyed := &textInput{ID: "good"}
	keyed.Body.Named = map[string][]string{bad: nil}
	for want, in := range map[string]*textInput{
		"[body.Parts.1.name body.any.deep.1 body.name body.named.list.1 body.part.name body.story header.Some-Key path.id query.sort]": all(),
		"[body.named]": keyed,
		"[]":           {ID: "good"},
	} {
		got := []string{}
		for _, err := range refuseText(in) {
			got = append(got, err.(*huma.ErrorDetail).Location)
		}
		slices.Sort(got)
		if text := "[" + strings.Join(got, " ") + "]"; text != want {
			t.Errorf("refused %s,\n   want %s", text, want)
		}
	}
}
