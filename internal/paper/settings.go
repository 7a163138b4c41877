package paper

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Refill says what an automatic shipment has: of the kinds of a type, which one,
// and of each kind, how many rolls. 0 is no refill.
type Refill struct {
	NextMobileShipment             Roll  `json:"nextMobileShipment" required:"false" maxLength:"20" doc:"Kind of roll of the next mobile shipment"`
	NextIndustrialShipment         Roll  `json:"nextIndustrialShipment" required:"false" maxLength:"20" doc:"Kind of roll of the next industrial shipment"`
	MobileRollRefillCount          int64 `json:"mobileRollRefillCount" required:"false"`
	MobileLaminatedRollRefillCount int64 `json:"mobileLaminatedRollRefillCount" required:"false"`
	SixMilMobileRollRefillCount    int64 `json:"sixMilMobileRollRefillCount" required:"false"`
	MobileSmallRollRefillCount     int64 `json:"mobileSmallRollRefillCount" required:"false"`
	MobileStickerRollRefillCount   int64 `json:"mobileStickerRollRefillCount" required:"false"`
	BlackLineMobileRefillCount     int64 `json:"blackLineMobileRefillCount" required:"false"`
	IndustrialRollRefillCount      int64 `json:"industrialRollRefillCount" required:"false"`
	IndustrialSmallRollRefillCount int64 `json:"industrialSmallRollRefillCount" required:"false"`
}

// Settings are what a farm's subscription is set to.
type Settings struct {
	Refill
	PaperSize             string        `json:"paperSize" required:"false" maxLength:"20" doc:"7 inches where it is left out"`
	PromotionalFee        *int64        `json:"promotionalFee" required:"false" doc:"In the place of the setup fee; null for none, 0 for free"`
	SendFullfillmentEmail bool          `json:"sendFullfillmentEmail" required:"false" doc:"The team is told by mail to ship"`
	StopAutoReplenishment bool          `json:"stopAutoReplenishment" required:"false"`
	HasCustomPaper        bool          `json:"hasCustomPaper" required:"false"`
	CustomPaperRolls      []CustomRolls `json:"customPaperRolls" required:"false" maxItems:"200" doc:"Industrial"`
	CustomMobileRolls     []CustomRolls `json:"customMobileRolls" required:"false" maxItems:"200"`
}

const defaultPaperSize = `7"`

// fill gives settings what every farm has.
func (s *Settings) fill() {
	if s.PaperSize = strings.TrimSpace(s.PaperSize); s.PaperSize == "" {
		s.PaperSize = defaultPaperSize
	}
	if s.CustomPaperRolls == nil {
		s.CustomPaperRolls = []CustomRolls{}
	}
	if s.CustomMobileRolls == nil {
		s.CustomMobileRolls = []CustomRolls{}
	}
}

// count gives the rolls of a refill of the kind, to be read or set, and its field.
func (r *Refill) count(roll Roll) (rolls *int64, field string) {
	switch roll {
	case mobileRoll:
		return &r.MobileRollRefillCount, "mobileRollRefillCount"
	case laminatedRoll:
		return &r.MobileLaminatedRollRefillCount, "mobileLaminatedRollRefillCount"
	case sixMilRoll:
		return &r.SixMilMobileRollRefillCount, "sixMilMobileRollRefillCount"
	case smallRoll:
		return &r.MobileSmallRollRefillCount, "mobileSmallRollRefillCount"
	case industrialRoll:
		return &r.IndustrialRollRefillCount, "industrialRollRefillCount"
	case smallIndustrialRoll:
		return &r.IndustrialSmallRollRefillCount, "industrialSmallRollRefillCount"
	case stickerRoll:
		return &r.MobileStickerRollRefillCount, "mobileStickerRollRefillCount"
	}
	return &r.BlackLineMobileRefillCount, "blackLineMobileRefillCount"
}

// next gives the kind of the next shipment of a type that has several, to be read or set.
func (r *Refill) next(t Type) (roll *Roll, field string) {
	switch t {
	case Mobile:
		return &r.NextMobileShipment, "nextMobileShipment"
	case Industrial:
		return &r.NextIndustrialShipment, "nextIndustrialShipment"
	}
	return new(Roll(t)), ""
}

// portion gives what the next refill of the type has; no rolls where there is none.
func (r *Refill) portion(t Type) Portion {
	roll, _ := r.next(t)
	if *roll == "" {
		return Portion{}
	}
	rolls, _ := r.count(*roll)
	return Portion{*roll, *rolls}
}

// settle clears the refills that no printer of the farm takes (PAPER-4), fills
// missing ones (PAPER-3), and refuses what is no choice. A refill is missing if a printer came
// with the rolls, or if a printer with a paper type is added that takes them.
func (s *Settings) settle(printers, added []Printer, country string, found *faults) {
	for _, k := range rollKinds {
		rolls, field := s.count(k.roll)
		switch {
		case !takes(printers, k):
			*rolls = 0
		case *rolls == 0 && (cameWith(printers, k) || sold(k, country) && takes(withPaper(added), k)):
			*rolls = k.fill
		case *rolls != 0 && !sold(k, country):
			found.refuse(field, "That paper is not sold in Australia")
		case *rolls != 0 && !slices.Contains(k.choices, *rolls):
			found.refuse(field, "Please choose one of the numbers of rolls")
		}
	}
	for _, t := range []Type{Mobile, Industrial} {
		s.settleNext(t, printers, found)
	}
	s.checkCustom(found)
	if s.PromotionalFee != nil {
		found.within("promotionalFee", *s.PromotionalFee, 0, maxPrice)
	}
}

// sold reports whether the kind is sold in the country (PAPER-6).
func sold(k rollKind, country string) bool { return !k.special || country != australia }

// cameWith reports whether one of the printers came with rolls of the kind.
func cameWith(printers []Printer, k rollKind) bool {
	return slices.ContainsFunc(printers, func(p Printer) bool {
		return slices.ContainsFunc(p.portions(), func(portion Portion) bool { return portion.Roll == k.roll })
	})
}

// withPaper returns the printers that have a paper type.
func withPaper(printers []Printer) (with []Printer) {
	for _, p := range printers {
		if p.PaperType != "" {
			with = append(with, p)
		}
	}
	return with
}

// takes reports whether a printer prints on the kind.
func takes(printers []Printer, k rollKind) bool {
	return slices.ContainsFunc(printers, func(p Printer) bool { return p.Type == k.family && (!k.special || p.EveryPaper) })
}

// settleNext chooses the kind of the next shipment if nobody has: one that a printer came with, or
// else the first with rolls. It refuses a kind without rolls while another has some.
func (s *Settings) settleNext(t Type, printers []Printer, found *faults) {
	next, field := s.next(t)
	chosen, known := next.kind()
	if *next != "" && (!known || chosen.of != t) {
		found.refuse(field, "That paper is not of this type")
		return
	}
	first, came := Roll(""), false
	for _, k := range rollKinds {
		if rolls, _ := s.count(k.roll); k.of == t && *rolls > 0 {
			if k.roll == *next {
				return
			}
			if first == "" || !came && cameWith(printers, k) {
				first, came = k.roll, cameWith(printers, k)
			}
		}
	}
	if *next != "" && first != "" {
		found.refuse(field, "Please choose how many rolls of that paper a refill has")
		return
	}
	*next = first
}

func (s *Settings) checkCustom(found *faults) {
	for list, entries := range map[string][]CustomRolls{"customPaperRolls": s.CustomPaperRolls, "customMobileRolls": s.CustomMobileRolls} {
		for i, entry := range entries {
			found.within(fmt.Sprintf("%s.%d.count", list, i), entry.Count, 1, 10_000)
			if _, err := time.Parse(time.DateOnly, entry.Date); err != nil {
				found.refuse(fmt.Sprintf("%s.%d.date", list, i), "Please give a day as YYYY-MM-DD")
			}
		}
	}
}

// custom returns the custom rolls of a type. It returns nil if the type has none: then its stock
// and its refills are those of ordinary paper, whatever other types have.
func (s *Settings) custom(t Type) []CustomRolls {
	rolls := map[Type][]CustomRolls{Industrial: s.CustomPaperRolls, Mobile: s.CustomMobileRolls}[t]
	if !s.HasCustomPaper || len(rolls) == 0 {
		return nil
	}
	return rolls
}
