package plain

import (
	"testing"
	"testing/quick"
)

func TestNoCellIsAFormula(t *testing.T) {
	for text, want := range map[string]string{
		"=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "\r=1": "'\r=1", "\n=1": "'\n=1", "\x00=1": "'\x00=1",
		"＝1+1": "'＝1+1", "＋1": "'＋1", "－1": "'－1", "＠x": "'＠x", `"=1`: `'"=1`, `",=1`: `'",=1`, "; =1": "'; =1", "  =1": "'  =1",
		"": "", "raft": "raft", "1-2": "1-2", "a=b": "a=b", "bag 1": "bag 1", "é": "é", "'quoted'": "'quoted'",
	} {
		if got := Cell(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
	back := func(text string) bool { return OfCell(Cell(text)) == text || text != "" && text[0] == '\'' }
	if err := quick.Check(back, nil); err != nil {
		t.Error(err)
	}
}
