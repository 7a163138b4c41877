package label

// ours is Merroir's own rule: what the tag states stands on its label.
func ours(id, words string) Rule {
	return Rule{ID: "M-" + id, Words: words, Source: "Merroir's own rule; no law was read that says so"}
}

var (
	asStated   = ours("STATED", "A label says what its tag states, and no more")
	codeRule   = ours("CODE", "The code on a label leads to the page of its tag")
	harvested  = ours("OWN", "A harvester's tag is for what the firm harvested itself")
	apart      = Rule{ID: "APART", Words: "Shellfish of different harvest dates or locations are never under one tag", Source: "N.J.A.C. 7:12-8.5(a); 15A NCAC 03K .0109; FDA Food Code 3-203.12"}
	noFuture   = ours("DAY", "Nothing is harvested after the day on which it is labelled")
	noTagAtAll = "NOT A SHELLSTOCK TAG"
)

// sticker is for what is not a container's tag, on paper of any size.
var sticker = lawful(Sticker, "Sticker, no legal tag", "M-STICKER", asStated.Source, "", noSize,
	states(fieldProduct, "The type and quantity of shellfish").unnamed(),
	states(fieldDate, "The date of harvest").unnamed(),
	states(fieldLocation, "The harvest location").unnamed(),
	reads(fieldNoTag, "A sticker says that it is no tag", noTagAtAll))

// statedOnly is what stands on a tag where no law on labels was read.
func statedOnly(kind Kind, words string, first asked, more ...asked) form {
	asks := append([]asked{first,
		states(fieldDate, "The date of harvest"),
		states(fieldLocation, "The harvest location"),
		states(fieldProduct, "The type and quantity of shellfish"),
	}, more...)
	f := lawful(kind, words, "M", asStated.Source, "", noSize, asks...)
	f.order = ours("ORDER", "The information stands in the order of the form")
	return f
}

const notRead = "What a label must say there is not known to Merroir. It prints what the tag states; please ask your authority."

var unread = []form{
	statedOnly(Harvester, "Harvester's tag", states(fieldFirm, "The firm's name and address")),
	statedOnly(Dealer, "Dealer's tag", states(fieldFirm, "The firm's name and address"), wetAs(storedNC)),
	sticker,
}

const cfia = "Canadian Food Inspection Agency, labelling of fish (inspection.canada.ca, as read on November 21, 2026)"

// canadian asks for four things, in no order that was read.
func canadian(kind Kind, words string) form {
	f := lawful(kind, words, "CFIA", cfia, "", noSize,
		states(fieldProduct, "The common name and the net quantity"),
		states(fieldLot, "A lot code or other unique identifier"),
		states(fieldFirm, "The name and principal place of business"),
		asked{field: fieldLocation, rule: asStated},
		asked{field: fieldDate, rule: asStated})
	f.order = ours("ORDER", "The information stands in the order of the form")
	return f
}

const canadaNote = "Whether a label must be in French too, and what the provinces ask for, was not read."

var canada = []form{canadian(Harvester, "Harvester's tag"), canadian(Dealer, "Dealer's tag"), sticker}

// Jurisdictions are all places, the last for what is none of the others.
var Jurisdictions = append(append([]Jurisdiction{}, american...),
	Jurisdiction{"BC", "British Columbia", canadaNote, canada},
	Jurisdiction{"Canada", "Other provinces of Canada", canadaNote, canada},
	Jurisdiction{"Australia", "Australia", notRead, unread},
	Jurisdiction{"Other", "Elsewhere", notRead, unread},
)
