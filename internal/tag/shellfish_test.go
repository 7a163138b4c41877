package tag

import "testing"

func TestKindOf(t *testing.T) {
	for species, want := range map[string]string{
		"Pacific oyster": "oysters", "OYSTERS": "oysters", "Kumamoto": "oysters", "Olympia": "oysters", "Magallana gigas": "oysters", "Huître creuse": "oysters", "Ostión": "oysters",
		"Quahog": "clams", "Manila clam": "clams", "Littlenecks": "clams", "Soft-shell clam": "clams", "Mercenaria mercenaria": "clams", "Almejas": "clams", "Palourde": "clams",
		"Blue mussel": "mussels", "Mytilus edulis": "mussels", "Mejillón": "mussels", "Moules": "mussels",
		"Bay scallop": "scallops", "Sea Scallops": "scallops", "Pétoncle géant": "scallops", "Argopecten irradians": "scallops",
		"Geoduck": "geoducks", "geoduck clam": "geoducks", "Clam, geoduck": "geoducks", "Panopea generosa": "geoducks",
		"": "shellfish", "Pacific": "shellfish", "Oysters and clams": "shellfish", "Mixed": "shellfish", "Sea urchin": "shellfish",
	} {
		if got := KindOf(species).String(); got != want {
			t.Errorf("%q: %s, want %s", species, got, want)
		}
	}
}
