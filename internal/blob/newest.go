package blob

import (
	"context"
	"encoding/xml"
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"time"
)

func (f *folderStore) newest(_ context.Context, folder string) (newest time.Time, err error) {
	entries, err := fs.ReadDir(f.root.FS(), folder)
	if errors.Is(err, fs.ErrNotExist) {
		return newest, nil
	}
	for _, entry := range entries {
		info, err := entry.Info() // of one that was removed since there is none
		if err == nil && entry.Type().IsRegular() && info.ModTime().After(newest) {
			newest = info.ModTime()
		}
	}
	return newest, err
}

// listed is a page of the files of a bucket, as an S3 server tells them.
type listed struct {
	Contents []struct{ LastModified time.Time }
	Next     string `xml:"NextContinuationToken"`
}

func (s *s3Store) newest(ctx context.Context, folder string) (newest time.Time, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	query := url.Values{"list-type": {"2"}, "prefix": {folder + "/"}, "delimiter": {"/"}}
	for {
		address := s.at("")
		address.RawQuery = query.Encode()
		var page listed
		answer, err := s.call(ctx, http.MethodGet, address, nil, nil)
		if err != nil {
			return time.Time{}, err
		}
		err = xml.NewDecoder(answer.Body).Decode(&page)
		if err := errors.Join(err, answer.Body.Close()); err != nil {
			return time.Time{}, err
		}
		for _, one := range page.Contents {
			if one.LastModified.After(newest) {
				newest = one.LastModified
			}
		}
		if page.Next == "" {
			return newest, nil
		}
		query.Set("continuation-token", page.Next)
	}
}
