package tagpage

import "testing"

// TAGP-9: days and instants are read in UTC, and what nobody can read is shown as recorded.
func TestDays(t *testing.T) {
	for value, want := range map[string]moment{
		"2026-11-04": {"4 Nov 2026", "2026-11-04"}, "2024-02-29": {"29 Feb 2024", "2024-02-29"}, "1969-12-31": {"31 Dec 1969", "1969-12-31"},
		"2026-11-14T23:30:00-08:00": {"15 Nov 2026", "2026-11-15"}, "2026-11-14T00:00:00.000Z": {"14 Nov 2026", "2026-11-14"}, "1969-12-31T23:00:00Z": {"31 Dec 1969", "1969-12-31"},
		"2026-02-29": {label: "2026-02-29"}, "2026-13-01": {label: "2026-13-01"}, "last Tuesday": {label: "last Tuesday"}, "2026-11-14Tnoon": {label: "2026-11-14Tnoon"}, "": {},
	} {
		if got := dayMoment(value, &english); got != want {
			t.Errorf("%q is %+v, want %+v", value, got, want)
		}
	}
}

// TAGP-9: a blank time is 12:00 am, and one that nobody can read is shown as recorded.
func TestTimes(t *testing.T) {
	for value, want := range map[string]string{
		"6:40 am": "6:40 am", "06:40AM": "6:40 am", "12:00 am": "12:00 am", "12:05 pm": "12:05 pm", "2:30 p.m.": "2:30 pm", "2 pm": "2:00 pm", "18:05": "6:05 pm", "6:40:10 am": "6:40 am", "": "12:00 am",
		"25:00": "25:00", "6:75 am": "6:75 am", "13:00 pm": "13:00 pm", "0:10 am": "0:10 am", "dawn": "dawn", "6": "6", "6:4 am": "6:4 am", "6:40 xm": "6:40 xm", "6:40 a": "6:40 a", "123 am": "123 am",
	} {
		if got := momentOf("2026-11-14", value, &english); got != (moment{"14 Nov 2026, " + want, "2026-11-14"}) {
			t.Errorf("%q is %+v, want %q", value, got, want)
		}
	}
	if got := momentOf("", "6:40 am", &english); got != (moment{label: "6:40 am"}) {
		t.Errorf("a time without a day is %+v", got)
	}
	if got := momentOf("", "", &english); got != (moment{}) {
		t.Errorf("nothing is %+v", got)
	}
}

// TAGP-9: each language has its custom.
func TestDaysAndTimesByCustom(t *testing.T) {
	for w, want := range map[*words][4]string{
		&english: {"1 Jan 2026", "6:40 am", "12:00 am", "2:30 pm"},
		&spanish: {"1 ene 2026", "6:40 h", "0:00 h", "14:30 h"},
		&french:  {"1er janv. 2026", "6 h 40", "0 h 00", "14 h 30"},
	} {
		if got := [4]string{w.day(1, 0, 2026), w.time(6, 40), w.time(0, 0), w.time(14, 30)}; got != want {
			t.Errorf("%s: %q, want %q", w.lang, got, want)
		}
	}
	if got := french.day(11, 1, 2026); got != "11 févr. 2026" {
		t.Error(got)
	}
}
