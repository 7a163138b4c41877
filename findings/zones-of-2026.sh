#!/usr/bin/env bash
# Go 1.26.8 with its package time/tzdata, and moment-timezone 0.6.6 (npm, tz database 2026f).
#
# One would believe that the current release of Go, with its own table of time zones linked in, knows the rules of
# the year in which it was released; and that a province that stays on daylight time is on "PDT".
#
# Seen: its table is 2025c. In the tz database of 2026, British Columbia, Alberta and Manitoba change their clocks
# no more; Go is an hour behind for all of them in winter. Vancouver's time is named MST from November 2026 on, not
# PDT, Edmonton's CST and Winnipeg's EST: the names of the standard time of the next zone to the east.
#
# It matters because the day of a harvest follows from the farm's zone: what a farm in British Columbia harvests in
# the first hour of a winter day was recorded a day early. We ship a current table and use the newer of it and the host's.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > go.mod <<'EOF'
module zones
go 1.26.8
EOF
cat > main.go <<'EOF'
package main

import (
	"fmt"
	"time"
	_ "time/tzdata"
)

func main() {
	for _, name := range []string{"America/Vancouver", "America/Edmonton", "America/Winnipeg"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			panic(err)
		}
		at, offset := time.Date(2027, 1, 15, 20, 0, 0, 0, time.UTC).In(zone).Zone()
		fmt.Printf("Go: %s %s UTC%+d\n", name, at, offset/3600)
	}
}
EOF
npm install --silent --no-audit --no-fund moment-timezone@0.6.6 > /dev/null
cat > zones.js <<'EOF'
const moment = require('moment-timezone')
console.log('tz database:', moment.tz.dataVersion)
for (const name of ['America/Vancouver', 'America/Edmonton', 'America/Winnipeg']) {
  const at = moment.utc('2027-01-15T20:00:00').tz(name)
  console.log(`moment-timezone: ${name} ${at.format('z')} UTC${at.utcOffset() / 60}`)
}
EOF

export GOTOOLCHAIN=go1.26.8
go version
npm ls --depth=0 | tail -n +2
# The host's table would come first. This file of the release has the same zones as what is linked in.
table=$(go env GOROOT)/lib/time
grep '^DATA=' "$table/update.bash"
{ ZONEINFO=$table/zoneinfo.zip go run . && node zones.js; } | tee seen

diff - seen <<'EOF'
Go: America/Vancouver PST UTC-8
Go: America/Edmonton MST UTC-7
Go: America/Winnipeg CST UTC-6
tz database: 2026f
moment-timezone: America/Vancouver MST UTC-7
moment-timezone: America/Edmonton CST UTC-6
moment-timezone: America/Winnipeg EST UTC-5
EOF
echo 'As described.'
