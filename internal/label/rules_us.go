package label

// What was read, and where. Days of force are given where the source says them; the
// day on which a text was current stands with its source.
const (
	nssp   = "NSSP Model Ordinance as adopted in Wyo. Admin. Code 010-3 §3-12(a)(i) and 25-A DCMR 714.2; FDA Food Code 3-202.18"
	dealt  = "NSSP Model Ordinance as adopted in 25-A DCMR 714.3; FDA Food Code 3-202.18"
	hsc    = "Cal. Health and Safety Code 114039.1(a)"
	dcB    = "25-B DCMR 2401.1 (56 DCR 5245)"
	ncH    = "15A NCAC 03K .0109"
	ncD    = "15A NCAC 18A .0425"
	comar  = "COMAR 08.02.07.04 C (as current on June 14, 2024)"
	njTag  = "N.J.A.C. 7:12-8.5 (as current on September 16, 2024)"
	maTag  = "Massachusetts DMF notice on 322 CMR 16 (2014); the present text was not read"
	alTag  = "Ala. Admin. Code 220-3-.24(3) (as current on September 30, 2024)"
	wacTag = "WAC 246-282-080(2), which asks for the tag of the NSSP Model Ordinance"
)

const (
	untilRetagged   = "THIS TAG IS REQUIRED TO BE ATTACHED UNTIL CONTAINER IS EMPTY OR RETAGGED AND THEREAFTER KEPT ON FILE FOR 90 DAYS"
	untilIsRetagged = "THIS TAG IS REQUIRED TO BE ATTACHED UNTIL CONTAINER IS EMPTY OR IS RETAGGED AND THEREAFTER KEPT ON FILE FOR 90 DAYS"
	untilEmpty      = "THIS TAG IS REQUIRED TO BE ATTACHED UNTIL CONTAINER IS EMPTY AND THEREAFTER KEPT ON FILE FOR 90 DAYS"
	untilNinety     = "THIS TAG IS REQUIRED TO BE ATTACHED UNTIL CONTAINER IS EMPTY OR IS RETAGGED AND THEREAFTER KEPT ON FILE FOR NINETY (90) DAYS"
	untilMA         = "THIS TAG IS REQUIRED TO BE ATTACHED UNTIL THE CONTAINER IS EMPTY OR IS RETAGGED, AND THEREAFTER KEPT ON FILE FOR 90 DAYS."
	storedInState   = "This product is a product of {state} and was wet stored at {cert} from {from} to {to}"
	storedNC        = "This product was in wet storage at {cert} from {from} to {to}"
	advisoryDC      = "Retailers, inform your customers: Consuming raw or undercooked meats, poultry, seafood, shellfish or eggs may increase your risk of foodborne illness, especially if you have certain medical conditions."
	advisoryNC      = "Consumer Advisory: Eating raw oysters, clams or mussels may cause severe illness. People with the following conditions are at especially high risk: liver disease, alcoholism, diabetes, cancer, stomach or blood disorder, or weakened immune system. Ask your doctor if you are unsure of your risk. If you eat raw shellfish and become sick, see a doctor immediately."
	oneHarvest      = "All shellfish under this bulk tag have the same harvest date and harvest location."
)

const inch = 25.4

var (
	// Where a place names no size, that of the states that do.
	tagSize   = size{Rule{ID: "NSSP-SIZE", Words: "A tag is at least 2 5/8 by 5 1/4 in (13.8 sq in)", Source: "15A NCAC 18A .0425; 25-B DCMR 2400.4; N.J.A.C. 7:12-8.5(b)"}, 2.625 * inch, 5.25 * inch}
	clamSize  = size{Rule{ID: "MD-CLAM-SIZE", Words: "A tag is at least 5 1/2 by 2 3/4 in", Source: comar}, 2.75 * inch, 5.5 * inch}
	noSize    = size{}
	wetStored = func(f Facts) bool { return f.Stored != nil }
)

// lawful makes the elements of a law, whose order is the law's too. It is not inlined, as the tables,
// which are made once, would hold all of it in many places.
//
//go:noinline
func lawful(kind Kind, words, id, source, from string, s size, asks ...asked) form {
	for i := range asks {
		if asks[i].rule.ID == "" {
			asks[i].rule = Rule{ID: id + "-" + asks[i].field, Words: asks[i].rule.Words, Source: source, From: from}
		}
	}
	order := Rule{ID: id + "-ORDER", Words: "The information stands in the order of the rule", Source: source, From: from}
	return form{kind, words, asks, order, s}
}

// states asks for an element that is said of the facts.
func states(field, words string) asked {
	return asked{field: field, rule: Rule{Words: words}}
}

// unnamed has the element stand without its name.
func (a asked) unnamed() asked {
	a.exact = true
	return a
}

// reads asks for a wording.
func reads(field, words, wording string) asked {
	return asked{field: field, rule: Rule{Words: words}, exact: true, say: func(Facts) spoken { return spoken{name: words, text: wording} }}
}

// wetAcross asks for the statement of wet storage, where that was in another state than the harvest, or where
// nobody can say so yet.
func wetAcross() asked {
	a := wetAs(storedInState)
	a.rule.Words = "What was in wet storage in another state says where, from and to when"
	a.only = func(f Facts) bool {
		return f.Stored != nil && (f.Stored.To == "" || stateOf(f.Stored.Cert) == "" || stateOf(f.Stored.Cert) != state(f.Location))
	}

	return a
}

// wetAs asks for the statement of wet storage, where there was any.
func wetAs(wording string) asked {
	return asked{field: fieldStored, rule: Rule{Words: "What was in wet storage says where, from and to when"}, exact: true, only: wetStored, say: storedAs(wording)}
}

func attached(wording string) asked {
	return reads(fieldStatement, "The statement on keeping the tag, in bold capitals", wording)
}

func harvesterTag(id, source string) form {
	return lawful(Harvester, "Harvester's tag", id, source, "", tagSize,
		states(fieldHarvester, "The harvester's identification number, as the authority gave it"),
		states(fieldDate, "The date of harvest"),
		states(fieldLocation, "The most precise harvest location, with the abbreviation of the state or country"),
		states(fieldProduct, "The type and quantity of shellfish"),
		attached(untilRetagged))
}

func dealerTag(id, source string) form {
	return lawful(Dealer, "Dealer's tag", id, source, "", tagSize, dealerAsks(attached(untilIsRetagged), wetAcross(),
		reads(fieldAdvisory, "The consumer advisory for what is eaten raw", advisoryDC))...)
}

// dealerAsks are the elements of a dealer's tag; not inlined, as lawful is not.
//
//go:noinline
func dealerAsks(statement, wet asked, more ...asked) []asked {
	return append([]asked{
		states(fieldDealer, "The dealer's name, address and certification number"),
		states(fieldShipper, "The original shipper's certification number, with the abbreviation of the state or country"),
		states(fieldDate, "The date of harvest"),
		states(fieldLocation, "The most precise harvest location, with the abbreviation of the state or country"),
		wet,
		states(fieldProduct, "The type and quantity of shellfish"),
		statement,
	}, more...)
}

func californian(kind Kind, words string) form {
	return lawful(kind, words, "CA", hsc, "2007-07-20", tagSize,
		states(fieldFirm, "The harvester's or dealer's name and address"),
		states(fieldCerts, "The harvester's certification number and the original shipper's, with the abbreviation of the state or country"),
		states(fieldDate, "The date of harvest"),
		states(fieldLocation, "The most precise harvest location, with the abbreviation of the state or country"),
		states(fieldProduct, "The type and quantity of shellfish"),
		attached(untilRetagged))
}

// with puts an element after the one of another field, under a rule of its own.
func (f form) with(after string, rule Rule, more asked) form {
	more.rule = rule
	var asks []asked
	for _, a := range f.asks {
		if asks = append(asks, a); a.field == after {
			asks = append(asks, more)
		}
	}
	f.asks = asks
	return f
}

// instead puts another element in the place of one, under a rule of its own.
func (f form) instead(of string, rule Rule, other asked) form {
	f.asks = append([]asked(nil), f.asks...)
	for i, a := range f.asks {
		if a.field == of {
			other.rule = rule
			f.asks[i] = other
		}
	}
	return f
}

func (f form) named(kind Kind, words string) form {
	f.kind, f.words = kind, words
	return f
}

const nothingOwn = "No rule of its own for labels was read. The tag of the NSSP Model Ordinance is asked for."

var (
	nsspHarvester = harvesterTag("NSSP-H", nssp)
	nsspDealer    = dealerTag("NSSP-D", dealt)
	national      = []form{nsspHarvester, nsspDealer, sticker}
)

var njRule = Rule{ID: "NJ-BULK", Words: "A bulk tag says how many containers are under it, and that all have one harvest date and location", Source: njTag}

var american = []Jurisdiction{
	{"US", "Other states of the USA", nothingOwn, national},
	{"AL", "Alabama", "Dealers' tags: " + nothingOwn, []form{
		nsspHarvester.instead(fieldDate, Rule{ID: "AL-TIME", Words: "A harvester's tag has the time of harvest written on it", Source: alTag}, states(fieldDateTime, "")),
		nsspDealer, sticker}},
	{"CA", "California", "", []form{californian(Harvester, "Harvester's tag"), californian(Dealer, "Dealer's tag"), sticker}},
	{"DC", "District of Columbia", "", []form{
		harvesterTag("NSSP-H", "25-A DCMR 714.2"),
		lawful(Dealer, "Dealer's tag", "DC", dcB, "2009-07-03", tagSize, dealerAsks(attached(untilNinety), wetAcross(),
			reads(fieldAdvisory, "The consumer advisory for what is eaten raw", advisoryDC))...),
		sticker}},
	{"MA", "Massachusetts", "The present text of 322 CMR 16 and the months in which times of harvest and icing are asked for were not read: both times are printed where the tag states them, and the time of harvest is asked for always. Dealers' tags: " + nothingOwn, []form{
		lawful(Harvester, "Harvester's tag", "MA", maTag, "", tagSize,
			states(fieldNamed, "The full name of the harvester, and the permit number"),
			states(fieldDateTime, "The date and time of harvest"),
			asked{field: fieldIced, rule: Rule{Words: "The time of icing, in season"}, only: func(f Facts) bool { return f.Iced != "" }},
			states(fieldProduct, "The type and quantity of shellfish"),
			states(fieldLocation, "The growing area, with the initials of the state"),
			attached(untilMA)),
		nsspDealer, sticker}},
	{"MD", "Maryland", "Other than hard clams: " + nothingOwn, []form{
		nsspHarvester, nsspDealer,
		lawful(WildClam, "Tag for wild hard clams", "MD-CLAM", comar, "", clamSize,
			reads(fieldWild, "The words Wild Shellfish, and the state", "Wild Shellfish, Maryland"),
			states(fieldHarvester, "The harvester's licence number"),
			states(fieldDate, "The date of harvest, with the year"),
			states(fieldLocation, "The river, region or NOAA code of the harvest"),
			states(fieldProduct, "The type and quantity of shellfish"),
			attached(untilIsRetagged)),
		sticker}},
	{"ME", "Maine", nothingOwn, national},
	{"NC", "North Carolina", "", []form{
		lawful(Harvester, "Harvester's tag", "NC-H", ncH, "", tagSize,
			states(fieldNamed, "The harvester's name, address and licence number"),
			states(fieldDate, "The date of harvest"),
			states(fieldLocation, "The most precise harvest location"),
			states(fieldProduct, "The type and quantity of shellfish"),
			attached(untilEmpty)),
		lawful(Dealer, "Dealer's tag", "NC-D", ncD, "", tagSize, dealerAsks(attached(untilEmpty), wetAs(storedNC),
			reads(fieldAdvisory, "The consumer advisory", advisoryNC))...),
		sticker}},
	{"NJ", "New Jersey", "The list in N.J.A.C. 7:12-8.5(b) was not read: that of the NSSP Model Ordinance is asked for.", []form{
		nsspHarvester, nsspDealer,
		nsspHarvester.named(Bulk, "Bulk tag, for several containers of one harvest").
			with(fieldStatement, njRule, reads(fieldBulk, "One harvest date and location", oneHarvest)).
			with(fieldStatement, njRule, states(fieldCount, "")),
		sticker}},
	{"OR", "Oregon", nothingOwn, national},
	{"WA", "Washington", "", []form{harvesterTag("WA-H", wacTag), dealerTag("WA-D", wacTag), sticker}},
}
