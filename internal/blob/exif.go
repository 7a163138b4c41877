package blob

import (
	"bytes"
	"encoding/binary"
)

// orientation reads from a JPEG how the camera was held: 1 is upright, as is
// anything that says nothing readable. Telephones store most pictures turned,
// and the note about it goes with all other metadata.
func orientation(content []byte) int {
	if !bytes.HasPrefix(content, []byte{0xff, 0xd8}) {
		return 1
	}
	rest := content[2:]
	for len(rest) >= 4 && rest[0] == 0xff {
		marker, size := rest[1], int(binary.BigEndian.Uint16(rest[2:]))
		if marker == 0xda || size < 2 || size+2 > len(rest) { // the picture itself begins
			return 1
		}
		if tiff, ok := bytes.CutPrefix(rest[4:size+2], []byte("Exif\x00\x00")); marker == 0xe1 && ok {
			return tiffOrientation(tiff)
		}
		rest = rest[size+2:]
	}
	return 1
}

// tiffOrientation looks through the first directory of the metadata.
func tiffOrientation(tiff []byte) int {
	var order binary.ByteOrder = binary.LittleEndian
	switch {
	case len(tiff) < 8:
		return 1
	case string(tiff[:4]) == "MM\x00*":
		order = binary.BigEndian
	case string(tiff[:4]) != "II*\x00":
		return 1
	}
	at := uint64(order.Uint32(tiff[4:]))
	if at+2 > uint64(len(tiff)) {
		return 1
	}
	const entrySize, orientationTag = 12, 0x0112
	entries := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(entries) < entrySize {
			return 1
		}
		if order.Uint16(entries) == orientationTag {
			if turn := int(order.Uint16(entries[8:])); turn >= 1 && turn <= 8 {
				return turn
			}
			return 1
		}
		entries = entries[entrySize:]
	}
	return 1
}
