package sheet

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/merroir/merroir/internal/fault"
)

// A workbook is a zip file, and can unpack to far more than it seems to hold. The
// files that are needed are scanned before anything is decoded, and only those
// reach the library that decodes.

const (
	maxUnzipped = 64 << 20 // bytes of all parts that are read
	maxFiles    = 1_000    // in the zip file
	maxNaming   = 1 << 20  // bytes of a part that names other parts
	maxStrings  = 16 << 20 // bytes of the texts that cells share
	maxTexts    = 200_000  // how many such texts, each an element within another
	maxElements = 8 << 20  // of a worksheet; a cell is two
)

// xlsxParts is a workbook reduced to the files that are needed.
type xlsxParts struct {
	content []byte
	cells   map[string]cellScan // of each worksheet
	lastRow map[string]int      // number of the last row of each worksheet, 0 where the file does not say
}

var (
	errTooLarge = fault.New(fault.Invalid, "That workbook is too large when it is unpacked. Please cut it into several, or save it as CSV.")
	errTooMany  = fault.New(fault.Invalid, "That workbook has too many cells, too many different texts, or too much formatting within them. Please save it as CSV.")
)

func workbookParts(ctx context.Context, content []byte) (xlsxParts, error) {
	if entries := zipFiles(content); entries > maxFiles {
		return xlsxParts{}, fault.Newf(fault.Invalid, "That workbook holds more than %d files. Please save it again as XLSX, or as CSV.", maxFiles)
	}
	workbook, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil || len(workbook.File) > maxFiles {
		return xlsxParts{}, damaged(err)
	}
	var kept bytes.Buffer
	out := zip.NewWriter(&kept)
	parts, left, seen := xlsxParts{lastRow: map[string]int{}, cells: map[string]cellScan{}}, int64(maxUnzipped), map[string]bool{}
	for _, file := range workbook.File {
		name := strings.ToLower(strings.ReplaceAll(file.Name, `\`, "/"))
		if path.IsAbs(name) || path.Clean("/"+name) != "/"+strings.TrimSuffix(name, "/") || seen[name] || file.Flags&1 != 0 {
			return xlsxParts{}, damaged(errors.New("a name that leads out, comes twice, or a part with a password"))
		}
		seen[name] = true
		most := maxPart(name)
		if most.bytes == 0 {
			continue
		}
		most.bytes = min(most.bytes, left)
		found, err := lookThrough(ctx, file, most)
		if err != nil {
			return xlsxParts{}, err
		}
		left -= found.size
		if isWorksheet(name) {
			parts.lastRow[path.Base(name)] = found.lastRow
			parts.cells[path.Base(name)] = found.cell
		}
		if err := out.Copy(file); err != nil {
			return xlsxParts{}, damaged(err)
		}
	}
	if err := out.Close(); err != nil {
		return xlsxParts{}, err
	}
	parts.content = kept.Bytes()
	return parts, nil
}

func isWorksheet(name string) bool {
	return strings.HasPrefix(name, "xl/worksheets/") && path.Ext(name) == ".xml"
}

// partSize is how large a part is, or may be.
type partSize struct {
	bytes    int64
	elements int
}

// maxPart is how large a part may be; nothing of one that is not needed: pictures,
// styles, macros, links to other files.
func maxPart(name string) partSize {
	switch {
	case isWorksheet(name):
		return partSize{maxUnzipped, maxElements}
	case name == "xl/sharedstrings.xml":
		return partSize{maxStrings, 2*maxTexts + 1}
	case name == "[content_types].xml", name == "_rels/.rels", strings.HasPrefix(name, "xl/workbook") && path.Ext(name) == ".xml",
		strings.HasPrefix(name, "xl/_rels/workbook"):
		return partSize{maxNaming, maxNaming}
	}
	return partSize{}
}

// zipFiles is the number of files that a zip file says it has; 0 where it
// does not say.
func zipFiles(content []byte) int {
	const endRecord, countAt, recordSize = "PK\x05\x06", 10, 22
	at := bytes.LastIndex(content, []byte(endRecord))
	if at < 0 || len(content) < at+recordSize {
		return 0
	}
	return int(binary.LittleEndian.Uint16(content[at+countAt:]))
}

// lookThrough unpacks a part to its end without keeping it. It refuses a part that
// is larger than most, is damaged, has a document type (which lets XML include
// other files, or expand), or would take too much memory when it is decoded.
func lookThrough(ctx context.Context, file *zip.File, most partSize) (partScan, error) {
	scan := partScan{}
	if file.UncompressedSize64 > uint64(most.bytes) {
		return scan, errTooLarge
	}
	reader, err := file.Open()
	if err != nil {
		return scan, damaged(err)
	}
	defer reader.Close()
	buffer := make([]byte, 256<<10)
	for {
		n, err := reader.Read(buffer)
		unusable := scan.take(buffer[:n])
		switch {
		case scan.size > most.bytes:
			return scan, errTooLarge
		case scan.elements > most.elements:
			return scan, errTooMany
		case unusable != nil:
			return scan, damaged(unusable)
		case errors.Is(err, io.EOF):
			return scan, nil
		case err != nil:
			return scan, damaged(err)
		case ctx.Err() != nil:
			return scan, ctx.Err()
		}
	}
}
