package paper

import "slices"

// Type is what stock, thresholds, holds and prints are kept for.
type Type string

const (
	Mobile          Type = "mobile"
	Industrial      Type = "industrial"
	MobileSticker   Type = "mobileSticker"
	BlackLineMobile Type = "blackLineMobile"
)

// Types are all of them, in the order of the tables on the screens.
var Types = []Type{Mobile, Industrial, MobileSticker, BlackLineMobile}

// Roll is a kind of roll that is sold. Two types come in several kinds.
type Roll string

const (
	mobileRoll          Roll = "mobile"
	laminatedRoll       Roll = "mobileLaminated"
	sixMilRoll          Roll = "sixMilMobile"
	smallRoll           Roll = "mobileSmall"
	industrialRoll      Roll = "industrial"
	smallIndustrialRoll Roll = "industrialSmall"
	stickerRoll         Roll = "mobileSticker"
	blackLineRoll       Roll = "blackLineMobile"
)

// rollKind is what is fixed about a kind of roll; its price is data. The web app
// reads the same from the file that [Kinds] makes.
type rollKind struct {
	roll    Roll
	of      Type
	label   string
	family  string  // of printers that print on it
	fill    int64   // rolls of a refill where nobody has chosen (PAPER-3)
	choices []int64 // rolls of a refill, and that come with a printer (PAPER-5)
	special bool    // for printers that take every paper of their family, and none in Australia (PAPER-6)
}

// rollKinds are all kinds, in the order of the forms.
var rollKinds = []rollKind{
	{mobileRoll, Mobile, "mobile paper", familyMobile, 12, steps(12, 60), false},
	{laminatedRoll, Mobile, "laminated mobile paper", familyMobile, 15, steps(15, 60), true},
	{sixMilRoll, Mobile, "six-mil mobile paper", familyMobile, 20, steps(20, 80), true},
	{smallRoll, Mobile, "small mobile paper", familyMobile, 16, steps(16, 64), true},
	{industrialRoll, Industrial, "industrial paper", familyIndustrial, 4, steps(4, 24), false},
	{smallIndustrialRoll, Industrial, "small industrial paper", familyIndustrial, 4, steps(4, 24), false},
	{stickerRoll, MobileSticker, "mobile stickers", familyMobile, 5, steps(5, 25), false},
	{blackLineRoll, BlackLineMobile, "black line mobile paper", familyMobile, 4, steps(4, 24), false},
}

// KindOfRoll is a kind of roll as the web app's form needs it.
type KindOfRoll struct {
	Roll    Roll    `json:"roll"`
	Of      Type    `json:"of"`
	Family  string  `json:"family"`
	Field   string  `json:"field"` // of a refill's number of rolls
	Fill    int64   `json:"fill"`
	Choices []int64 `json:"choices"`
	Special bool    `json:"special"`
}

// Kinds are all kinds of roll, in the order of the forms.
func Kinds() (all []KindOfRoll) {
	for _, k := range rollKinds {
		_, field := new(Refill).count(k.roll)
		all = append(all, KindOfRoll{k.roll, k.of, k.family, field, k.fill, k.choices, k.special})
	}
	return all
}

// Families of printers.
const (
	familyMobile     = "mobile"
	familyIndustrial = "industrial"
)

// steps are the multiples of step up to last.
func steps(step, last int64) (all []int64) {
	for n := step; n <= last; n += step {
		all = append(all, n)
	}
	return all
}

// kind gives what is fixed about the roll; false for one that is not sold.
func (r Roll) kind() (rollKind, bool) {
	if r == "mobileStickerRoll" { // another name for it
		r = stickerRoll
	}
	i := slices.IndexFunc(rollKinds, func(k rollKind) bool { return k.roll == r })
	if i < 0 {
		return rollKind{}, false
	}
	return rollKinds[i], true
}

// typeOf gives the type of the name of a type or of a kind of roll.
func typeOf(name string) (Type, bool) {
	k, known := Roll(name).kind()
	return k.of, known
}

// australia is the country without special papers.
const australia = "Australia"
