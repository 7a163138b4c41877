// Package phototest makes pictures that are small as files and large in memory.
package phototest

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"io"
)

// JPEG returns a grey JPEG of that size with components of these samplings, as 0x11 or 0x22:
// three are YCbCr, four CMYK. A progressive one has its first scan alone, as a file that is shown
// while it is loaded.
func JPEG(width, height int, progressive bool, sampling ...byte) []byte {
	var out bytes.Buffer
	segment := func(marker byte, content ...byte) {
		out.Write([]byte{0xff, marker})
		_ = binary.Write(&out, binary.BigEndian, uint16(len(content)+2))
		out.Write(content)
	}
	out.Write([]byte{0xff, 0xd8})
	if len(sampling) == 4 {
		segment(0xee, append([]byte("Adobe"), 0, 100, 0, 0, 0, 0, 2)...)
	}
	segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)
	frame := []byte{8, byte(height >> 8), byte(height), byte(width >> 8), byte(width), byte(len(sampling))}
	scan := []byte{byte(len(sampling))}
	var across, down, blocks int
	for i, s := range sampling {
		frame = append(frame, byte(i+1), s, 0)
		scan = append(scan, byte(i+1), 0)
		across, down = max(across, int(s>>4)), max(down, int(s&15))
		blocks += int(s>>4) * int(s&15)
	}

	bits, marker, last := 2, byte(0xc0), byte(63) // a block: no difference, and no other coefficient
	if progressive {
		bits, marker, last = 1, 0xc2, 0
	}
	segment(marker, frame...)
	oneCode := append(append([]byte{1}, make([]byte, 15)...), 0) // the only code is 0, and means 0
	segment(0xc4, append([]byte{0x00}, oneCode...)...)
	segment(0xc4, append([]byte{0x10}, oneCode...)...)
	segment(0xda, append(scan, 0, last, 0)...)
	units := ((width + 8*across - 1) / (8 * across)) * ((height + 8*down - 1) / (8 * down))
	out.Write(make([]byte, (units*blocks*bits+7)/8))
	out.Write([]byte{0xff, 0xd9})
	return out.Bytes()
}

// The kinds of PNG.
const (
	Grey      = 0
	RGB       = 2
	Palette   = 3
	GreyAlpha = 4
	RGBA      = 6
)

// PNG returns a picture of that size, kind and depth in bits.
func PNG(width, height, depth, kind int, interlaced bool) []byte {
	var out bytes.Buffer
	chunk := func(name string, content []byte) {
		_ = binary.Write(&out, binary.BigEndian, uint32(len(content)))
		named := append([]byte(name), content...)
		out.Write(named)
		_ = binary.Write(&out, binary.BigEndian, crc32.ChecksumIEEE(named))
	}
	out.WriteString("\x89PNG\r\n\x1a\n")
	header := binary.BigEndian.AppendUint32(nil, uint32(width))
	header = append(binary.BigEndian.AppendUint32(header, uint32(height)), byte(depth), byte(kind), 0, 0, 0)
	passes := [][4]int{{0, 0, 1, 1}} // where each begins, and its steps
	if interlaced {
		header[12] = 1
		passes = [][4]int{{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}}
	}
	chunk("IHDR", header)
	if kind == Palette {
		chunk("PLTE", []byte{128, 128, 128})
	}

	channels := map[int]int{Grey: 1, RGB: 3, Palette: 1, GreyAlpha: 2, RGBA: 4}[kind]
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	for _, p := range passes {
		w, h := (width-p[0]+p[2]-1)/p[2], (height-p[1]+p[3]-1)/p[3]
		if w > 0 && h > 0 {
			_, _ = io.CopyN(z, zeros{}, int64(h)*int64(1+(w*channels*depth+7)/8))
		}
	}
	_ = z.Close()
	chunk("IDAT", packed.Bytes())
	chunk("IEND", nil)
	return out.Bytes()
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
