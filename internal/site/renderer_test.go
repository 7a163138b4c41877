package site

import (
	"strings"
	"testing"
	"testing/fstest"
)

// A build that lacks a part of the tag page, or has one that could not stand in it, is said at the start.
func TestRendererOfAnUnfinishedBuild(t *testing.T) {
	const style, script = "a{}", "beacon()"
	for name, one := range map[string]struct {
		files fstest.MapFS
		want  string
	}{
		"nothing":           {fstest.MapFS{}, "tag.css is missing, run `npm run build`"},
		"no script":         {fstest.MapFS{tagStyle: {Data: []byte(style)}}, "beacon.js is missing, run `npm run build`"},
		"a style that ends": {fstest.MapFS{tagStyle: {Data: []byte("a</style>")}, tagScript: {Data: []byte(script)}}, "could end its element"},
		"all of it":         {fstest.MapFS{tagStyle: {Data: []byte(style)}, tagScript: {Data: []byte(script + "\n")}}, ""},
	} {
		_, err := NewRenderer(one.files, "Merroir", "https://merroir.example", "https://app.merroir.example")
		if one.want == "" && err != nil || one.want != "" && (err == nil || !strings.Contains(err.Error(), one.want)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
