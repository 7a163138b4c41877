package password

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// ACC-2 USR-2: which new passwords are taken, each refusal in words of its own.
func TestPasswordRules(t *testing.T) {
	mel := Owner{Username: "MelBrook77", Email: "mel.brook@oysterworks.example", Names: []string{"Melanie", "", "Brook"}}
	const short, long, simple, commonest, names = "at least 12", "too long", "repeats itself", "one of the commonest", "little more than your name"
	for password, want := range map[string]string{
		"": short, "elevenchars": short, "ééééééééééé": short, "🦪🦪🦪🦪🦪🦪🦪🦪🦪🦪🦪": short, strings.Repeat("x ", 513): long,
		"aaaaaaaaaaaa": simple, "abababababab": simple, "oysteroyster": simple, "passwordpassword": simple, "123456789012": simple, "987654321098": simple,
		"abcdefghijklm": simple, "zyxwvutsrqpon": simple, "qwertyuiopasdf": simple, "POIUYTREWQPO": simple, "            ": short, "      tide      ": short, "\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000": short,
		"Password1234": commonest, "!!Sunshine2026": commonest, "trustno1!!!!": "", "ｐａｓｓｗｏｒｄ１２３４": commonest, "starwars-1977": commonest,
		"melbrook77!!": names, "Merroir!2026": "", "merroirmerroir1": names, "Merroir12345": names, "mel.brook@oysterworks.example": names, "oysterworks-1!": names,
		"melanie brook": names, "Brook & Melanie": names, "melbrook77merroir": names,
		"merroir-demo": "", "oysters at night": "", "correct horse battery staple": "", "Brook trout swim upstream": "", "tide 0417 pier": "",
		"пароль из устриц": "", "牡蠣牡蠣は夜に静かに眠る海": "", "🦪🌊🦀🐚🐟🦑🐙🐳🐬🦞🦐🐡": "", strings.Repeat("ab c", 256)[:1023]: simple,
	} {
		got := (Rules{12, "Merroir"}).Problem(password, mel)
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%.40q: %q, want %q", password, got, want)
		}
	}
	for i, min := range []int{8, 64} {
		password := "tide 041"
		got := (Rules{min, "Merroir"}).Problem(password, Owner{})
		if (got == "") != (i == 0) {
			t.Errorf("%d characters of at least %d: %q", utf8.RuneCountInString(password), min, got)
		}
	}
}

// The list is what its README says, and every entry of it is refused.
func TestCommonPasswords(t *testing.T) {
	if n := len(common()); n < 5000 {
		t.Fatalf("only %d entries", n)
	}
	rules := Rules{8, "Merroir"}
	for entry := range common() {
		if utf8.RuneCountInString(entry) < 8 {
			t.Errorf("%q is short", entry)
		}
		if rules.Problem(entry, Owner{}) == "" || rules.Problem(strings.ToUpper(entry), Owner{}) == "" {
			t.Errorf("%q is taken", entry)
		}
	}
}

// However odd a password is, the rules answer, and the same for every way to
// write the same characters.
func FuzzPasswordRules(f *testing.F) {
	for _, seed := range []string{"", "merroir", "\xff\xfe", "e\u0301e\u0301e\u0301", "ﬃﬃﬃﬃﬃﬃ", "\u0000", strings.Repeat("qwerty", 50)} {
		f.Add(seed, "mel@farm.example")
	}
	f.Fuzz(func(t *testing.T, password, email string) {
		rules := Rules{12, "Merroir"}
		owner := Owner{Username: password, Email: email}
		got := rules.Problem(password, owner)
		if len(normal(password)) <= MaxLength && len(password) <= MaxLength && rules.Problem(normal(password), owner) != got && owner.Username == normal(password) {
			t.Errorf("%q and its normal form differ: %q", password, got)
		}
		if got == "" && utf8.RuneCountInString(normal(password)) < 12 {
			t.Errorf("%q is taken", password)
		}
		if utf8.RuneCountInString(strings.TrimSpace(normal(password))) >= minName && got == "" && utf8.ValidString(password) {
			t.Errorf("%q is taken as the password of a user of that name", password)
		}
	})
}
