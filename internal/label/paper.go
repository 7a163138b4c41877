package label

import (
	"math"
	"strconv"

	"github.com/merroir/merroir/internal/fault"
)

// Paper is something to print on. The names are those under which rolls are sold.
type Paper struct {
	ID        string  `json:"id"`
	Name      string  `json:"name"`
	Width     float64 `json:"width" doc:"Millimetres, across the feed"`
	Height    float64 `json:"height" doc:"Millimetres"`
	BlackLine bool    `json:"blackLine" doc:"Its labels are told apart by a line on the back, others by the gap between them"`
	Sheet     bool    `json:"sheet" doc:"Several on a sheet of Letter paper, as PDF alone"`
}

// Papers are all papers. Nobody has said how large the rolls are: the sizes are ours,
// and the printers take them.
var Papers = []Paper{
	{"mobile", "Mobile paper", 2.625 * inch, 5.25 * inch, false, false},
	{"mobileLaminated", "Laminated mobile paper", 2.625 * inch, 5.25 * inch, false, false},
	{"sixMilMobile", "Six-mil mobile paper", 2.625 * inch, 5.25 * inch, false, false},
	{"mobileSmall", "Small mobile paper", 2.25 * inch, 4 * inch, false, false},
	{"industrial", "Industrial paper", 4 * inch, 6 * inch, false, false},
	{"industrialSmall", "Small industrial paper", 2.75 * inch, 5.5 * inch, false, false},
	{"mobileSticker", "Mobile stickers", 2.25 * inch, 1.5 * inch, false, false},
	{"blackLineMobile", "Black line mobile paper", 2.625 * inch, 5.25 * inch, true, false},
	{"letter", "Letter paper, six on a sheet", 2.625 * inch, 5.25 * inch, false, true},
}

// PaperOf gives the paper of that id.
func PaperOf(id string) (Paper, error) {
	for _, p := range Papers {
		if p.ID == id {
			return p, nil
		}
	}
	return Paper{}, fault.ForField("paper", "There is no such paper")
}

// holds reports whether a tag of that size can be cut of the paper.
func (p Paper) holds(s size) bool {
	short, long := min(p.Width, p.Height), max(p.Width, p.Height)
	return short >= s.short-0.01 && long >= s.long-0.01
}

func (p Paper) measures() string { return inches(p.Width) + " by " + inches(p.Height) + " in" }

func inches(mm float64) string {
	return strconv.FormatFloat(math.Round(mm/inch*1000)/1000, 'f', -1, 64)
}

// Model is a printer that is sold with the subscription.
type Model struct {
	Name   string   `json:"name"`
	Papers []string `json:"papers"`
	DPI    []int    `json:"dpi" doc:"The resolutions in which it is made, the usual one first"`
}

// Models are all of them (PAPER-2).
var Models = []Model{
	{"TSC ALPHA-30RB mobile", []string{"mobile", "mobileSticker", "blackLineMobile"}, []int{203, 300}},
	{"TSC DA220 mobile", []string{"mobile", "mobileLaminated", "sixMilMobile", "mobileSmall", "mobileSticker", "blackLineMobile"}, []int{203, 300}},
	{"TSC MB240T industrial", []string{"industrial", "industrialSmall"}, []int{203, 300}},
}

// dots is a length on a printer.
func dots(mm float64, dpi int) int { return int(math.Round(mm * float64(dpi) / inch)) }
