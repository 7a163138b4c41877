package across

import (
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
)

// A fault names its field as the address has it.
func TestFaultsNameWhatStandsInTheAddress(t *testing.T) {
	s := newService(dbtest.SQLite(t), 256)
	for name, in := range map[string]FarmsInput{
		"year": {LotsInput: LotsInput{Year: []string{"last"}}}, "datePlanted": {LotsInput: LotsInput{DatePlanted: []string{"spring"}}}, "knownOn": {KnownOn: "yesterday"},
	} {
		if _, err := s.HandleFarms(system, &in); !fault.Is(err, fault.Invalid) || fault.As(err).Fields[0].Name != name {
			t.Errorf("%s: %+v", name, fault.As(err))
		}
	}
}
