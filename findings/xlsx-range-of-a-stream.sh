#!/usr/bin/env bash
# excelize v2.11.0 (Go) and read-excel-file 5.8.8 (npm).
#
# One would believe that a worksheet written row by row says which cells it has, or says nothing of it, and that
# a reader looks at the cells.
#
# Seen: excelize's stream writer declares the range A1 before it knows the rows and never corrects it. SheetJS and
# exceljs look at the cells. read-excel-file takes the declared range as the sheet, and returns a single cell of a
# sheet with three rows, without an error.
#
# It matters because every export of ours is streamed: a buyer's program saw one empty sheet. We write the real
# range into each worksheet after its last row.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > go.mod <<'EOF'
module stream
go 1.26
EOF
cat > main.go <<'EOF'
package main

import "github.com/xuri/excelize/v2"

func main() {
	file := excelize.NewFile()
	sheet, err := file.NewStreamWriter("Sheet1")
	if err != nil {
		panic(err)
	}
	for i, row := range [][]any{{"Date", "Area", "Count"}, {"2026-05-01", "North Bay", 1000}, {"2026-05-10", "North Bay", 900}} {
		cell, err := excelize.CoordinatesToCellName(1, i+1)
		if err != nil {
			panic(err)
		}
		if err := sheet.SetRow(cell, row); err != nil {
			panic(err)
		}
	}
	if err := sheet.Flush(); err != nil {
		panic(err)
	}
	if err := file.SaveAs("counts.xlsx"); err != nil {
		panic(err)
	}
}
EOF
go get github.com/xuri/excelize/v2@v2.11.0 2> /dev/null
go run .
npm install --silent --no-audit --no-fund read-excel-file@5.8.8 xlsx@0.18.5 > /dev/null

go list -m github.com/xuri/excelize/v2
npm ls --depth=0 | tail -n +2
declared=$(unzip -p counts.xlsx xl/worksheets/sheet1.xml | grep -o '<dimension ref="[^"]*"/\?>')
echo "declared: $declared"
cat > read.js <<'EOF'
const read = require('read-excel-file/node')
const sheetjs = require('xlsx')
const { Sheet1 } = sheetjs.readFile('counts.xlsx').Sheets
read('counts.xlsx').then((rows) => {
  console.log('SheetJS:', sheetjs.utils.sheet_to_json(Sheet1, { header: 1 }).length, 'rows')
  console.log('read-excel-file:', JSON.stringify(rows))
})
EOF
node read.js | tee seen

[[ $declared == *'ref="A1"'* ]]
grep -qx 'SheetJS: 3 rows' seen
grep -qxF 'read-excel-file: [["Date"]]' seen
echo 'As described.'
