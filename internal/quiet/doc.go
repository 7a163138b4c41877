// Package quiet holds the tongue of the standard library's logger while the
// program's packages are initialized: on some machines the library of the metrics
// writes a line there that means nothing to whoever runs a command. It imports
// nothing but the logger, so it comes before every package that uses more of the
// standard library. Package app lets the logger speak again.
package quiet

import (
	"io"
	"log"
)

func init() { log.SetOutput(io.Discard) }
