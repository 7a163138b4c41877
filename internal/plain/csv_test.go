package plain

import "testing"

func TestCSV(t *testing.T) {
	got, err := CSV([][]string{{"Name", "Note"}, {"Étang", "a, b"}})
	if want := "\ufeffName,Note\r\nÉtang,\"a, b\"\r\n"; err != nil || string(got) != want {
		t.Errorf("%q, want %q: %v", got, want, err)
	}
}
