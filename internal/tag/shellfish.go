package tag

import (
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// Shellfish is a kind of shellfish, as a recall names it.
type Shellfish int

// AnyShellfish is what nobody has named, or several kinds together.
const (
	AnyShellfish Shellfish = iota
	Oysters
	Clams
	Mussels
	Scallops
	Geoducks
	KindsOfShellfish
)

// speciesWords are the beginnings of the words by which farms name a kind, in English, Spanish, French
// and Latin, without accents.
var speciesWords = map[Shellfish][]string{
	Oysters: {"oyster", "ostra", "ostion", "huitre", "crassostrea", "magallana", "ostrea", "kumamoto", "kumo", "olympia", "belon", "shigoku", "virginica"},
	Clams: {"clam", "almeja", "palourde", "quahog", "quahaug", "littleneck", "cherrystone", "topneck", "chowder", "countneck", "steamer", "softshell", "myes", "mya",
		"mercenaria", "ruditapes", "venerupis", "siliqua", "spisula", "saxidomus", "leukoma"},
	Mussels:  {"mussel", "mejillon", "moule", "mytilus", "perna"},
	Scallops: {"scallop", "vieira", "petoncle", "saint-jacques", "argopecten", "placopecten", "pecten", "patinopecten", "crassadoma"},
	Geoducks: {"geoduck", "panopea", "panope"},
}

// KindOf returns the kind of shellfish that a farm's word for a species is: "Manila clam" is clams.
func KindOf(species string) Shellfish {
	plain, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn))), strings.ToLower(species))
	if err != nil {
		return AnyShellfish
	}

	found := AnyShellfish
	for word := range strings.FieldsFuncSeq(plain, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }) {
		kind := kindOfWord(word)
		switch {
		case kind == AnyShellfish || kind == found:
		case found == AnyShellfish:
			found = kind
		case found == Geoducks && kind == Clams, found == Clams && kind == Geoducks: // a geoduck clam
			found = Geoducks
		default:
			return AnyShellfish
		}
	}

	return found
}

func kindOfWord(word string) Shellfish {
	for kind := Oysters; kind < KindsOfShellfish; kind++ {
		for _, begins := range speciesWords[kind] {
			if strings.HasPrefix(word, begins) {
				return kind
			}
		}
	}

	return AnyShellfish
}

// String returns the English word, in the plural.
func (k Shellfish) String() string {
	return [...]string{"shellfish", "oysters", "clams", "mussels", "scallops", "geoducks"}[k]
}

// And returns the kind of two together: shellfish if they differ.
func (k Shellfish) And(other Shellfish) Shellfish {
	if k != other {
		return AnyShellfish
	}
	return k
}

// Kind returns the kind of shellfish that the tag states.
func (f Fields) Kind() Shellfish {
	if strings.TrimSpace(f.Species.Value) != "" {
		return KindOf(f.Species.Value)
	}
	return KindOf(f.ShellfishType)
}
