package blob

import (
	"bytes"
	"context"
	"fmt"
	"image"
	_ "image/gif" // decoders of the three formats that are taken
	"image/jpeg"
	_ "image/png"
	"io"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	maxPhotoBytes  = 5 << 20
	maxPhotoPixels = 25_000_000
	maxPhotoSide   = 20_000
	photoQuality   = 82
	photoFolder    = "photos/"
)

// photoWidths are the stored widths, by what they add to the photo's name.
var photoWidths = map[string]int{"-480": 480, "": 720, "-1080": 1080}

// PutPhoto stores the picture as a farm's photo and gives its name, "<id>.jpg":
// 720 pixels wide; "<id>-480.jpg" and "<id>-1080.jpg" are beside it. A picture
// is never made larger than it came. One that is too large, damaged, or of
// another format is an Invalid fault of the field "photo".
func (b *Bucket) PutPhoto(ctx context.Context, r io.Reader) (name string, err error) {
	content, err := io.ReadAll(io.LimitReader(r, maxPhotoBytes+1))
	if err != nil {
		return "", err
	}
	drawn, err := b.draw(ctx, content)
	if err != nil {
		return "", err
	}
	id := sqldb.NewID()
	for suffix, picture := range drawn {
		if err := b.Put(ctx, photoFolder+id+suffix+".jpg", "image/jpeg", picture); err != nil {
			return "", err
		}
	}
	return id + ".jpg", nil
}

// DeletePhoto removes a photo in all its widths.
func (b *Bucket) DeletePhoto(ctx context.Context, name string) error {
	if !photoName.MatchString(name) {
		return errNoFile
	}
	for _, file := range PhotoFiles(name) {
		if err := b.Delete(ctx, file); err != nil {
			return err
		}
	}
	return nil
}

// draw decodes the picture and draws it in each width. One at a time in a
// process: the largest picture takes much of what the process may have.
func (b *Bucket) draw(ctx context.Context, content []byte) (map[string][]byte, error) {
	if err := b.checkPhoto(content); err != nil {
		return nil, err
	}
	select {
	case b.drawing <- struct{}{}:
		defer func() { <-b.drawing }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	picture, _, err := image.Decode(bytes.NewReader(content))
	if err != nil {
		return nil, fault.ForField("photo", "That picture is damaged or cut short")
	}
	turn := orientation(content)
	drawn := map[string][]byte{}
	for suffix, width := range photoWidths {
		var out bytes.Buffer
		if err := jpeg.Encode(&out, turned(shrink(picture, width, turn), turn), &jpeg.Options{Quality: photoQuality}); err != nil {
			return nil, fmt.Errorf("drawing a photo: %w", err)
		}
		drawn[suffix] = out.Bytes()
	}
	return drawn, nil
}

// checkPhoto refuses by its first bytes what is no picture, or one so large
// that decoding it would hurt.
func (b *Bucket) checkPhoto(content []byte) error {
	if len(content) > maxPhotoBytes {
		return fault.ForField("photo", "A photo has at most 5 MB")
	}
	config, format, err := image.DecodeConfig(bytes.NewReader(content))
	if err != nil || !slices.Contains([]string{"gif", "jpeg", "png"}, format) {
		return fault.ForField("photo", "A photo is a PNG, GIF or JPEG picture")
	}
	if config.Width > maxPhotoSide || config.Height > maxPhotoSide || config.Width*config.Height > maxPhotoPixels {
		return fault.ForField("photo", "A photo has at most 25 megapixels")
	}
	return b.checkMemory(content, format, config)
}

// PhotoFiles are the names of the files of a photo, one for each width.
func PhotoFiles(name string) (files []string) {
	for suffix := range photoWidths {
		files = append(files, photoFolder+strings.TrimSuffix(name, ".jpg")+suffix+".jpg")
	}
	slices.Sort(files)
	return files
}
