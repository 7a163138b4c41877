package paper

// Printer is a printer of a farm, with the rolls that came with it.
type Printer struct {
	ID               string `json:"_id"`
	Name             string `json:"name"`
	Type             string `json:"type" doc:"mobile or industrial"`
	PaperType        Roll   `json:"paperType" doc:"Kind of roll, empty for a printer only"`
	RollCount        int64  `json:"rollCount"`
	StickerRollCount int64  `json:"stickerRollCount"`
	BlackLineMobile  int64  `json:"blackLineMobile" doc:"Rolls"`
}

// portions are the rolls that come with the printer.
func (p Printer) portions() (all []Portion) {
	for _, portion := range []Portion{{p.PaperType, p.RollCount}, {stickerRoll, p.StickerRollCount}, {blackLineRoll, p.BlackLineMobile}} {
		if portion.Roll != "" && portion.Rolls > 0 {
			all = append(all, portion)
		}
	}
	return all
}
