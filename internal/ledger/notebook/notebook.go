package notebook

import _ "embed"

// CSV is the notebook as a sheet of visits.
//
//go:embed sites-a-b-c.csv
var CSV []byte
