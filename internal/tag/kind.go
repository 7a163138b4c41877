package tag

// EventKind says what a firm did with a tag.
type EventKind string

const (
	Harvest       EventKind = "harvest"         // a tag for animals that the book has as harvested
	Receive       EventKind = "receive"         // a tag for what came from another firm, as it came
	Ship          EventKind = "ship"            // something of a tag goes to somebody
	WetStorageIn  EventKind = "wet-storage-in"  // a tag for what goes into wet storage
	WetStorageOut EventKind = "wet-storage-out" // a tag for what comes out of it
	Ice           EventKind = "ice"             // what the tag is on was iced or refrigerated
	Temperature   EventKind = "temperature"     // its temperature was taken
	Retag         EventKind = "retag"           // a new tag in the place of one, as in a new container
	Split         EventKind = "split"           // one of several tags for parts of one
	Commingle     EventKind = "commingle"       // one tag for what was on several
	Void          EventKind = "void"            // it was made by mistake, and is taken back
)

// Consignee is who gets what is shipped.
type Consignee struct {
	Name    string `json:"name"`
	Cert    string `json:"cert,omitempty"`
	Email   string `json:"email,omitempty"`
	Phone   string `json:"phone,omitempty"`
	Address string `json:"address,omitempty"`
}

// Noun names the event at the beginning of a sentence.
func (k EventKind) Noun() string {
	switch k {
	case Receive:
		return "A receipt"
	case Ship:
		return "A shipment"
	case WetStorageIn:
		return "Wet storage"
	case WetStorageOut:
		return "The end of wet storage"
	case Ice:
		return "Icing"
	case Void:
		return "Taking a tag back"
	}
	return "A " + string(k)
}
