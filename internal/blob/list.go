package blob

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"time"
)

// Listed is a file as the list of its folder tells of it.
type Listed struct {
	Name     string // without the folder
	Size     int64
	Modified time.Time
}

// List gives the files of a folder, in no order; folders in it are left out.
func (b *Bucket) List(ctx context.Context, folder string) (files []Listed, err error) {
	if err := b.list(ctx, folder, func(f Listed) { files = append(files, f) }); err != nil {
		return nil, err
	}
	return files, nil
}

// Newest is when the file of a folder was stored that was stored last; folders in it are
// left out. Where there is none it is the zero time.
func (b *Bucket) Newest(ctx context.Context, folder string) (newest time.Time, err error) {
	err = b.list(ctx, folder, func(f Listed) {
		if f.Modified.After(newest) {
			newest = f.Modified
		}
	})
	return newest, err
}

func (b *Bucket) list(ctx context.Context, folder string, each func(Listed)) error {
	if err := b.store.list(ctx, folder, each); err != nil {
		return fmt.Errorf("looking into %s: %w", folder, err)
	}
	return nil
}

func (f *folderStore) list(_ context.Context, folder string, each func(Listed)) error {
	entries, err := fs.ReadDir(f.root.FS(), path.Join(".", folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		info, err := entry.Info() // of one that was removed since there is none
		if err == nil && entry.Type().IsRegular() && checkName(entry.Name()) == nil {
			each(Listed{entry.Name(), info.Size(), info.ModTime()})
		}
	}
	return err
}

// listed is a page of the files of a bucket, as an S3 server tells them.
type listed struct {
	Contents []struct {
		Key          string
		Size         int64
		LastModified time.Time
	}
	Next string `xml:"NextContinuationToken"`
}

func (s *s3Store) list(ctx context.Context, folder string, each func(Listed)) error {
	ctx, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	query := url.Values{"list-type": {"2"}, "delimiter": {"/"}}
	if folder != "" {
		query.Set("prefix", folder+"/")
	}
	for {
		var page listed
		if err := s.ask(ctx, http.MethodGet, "", query, nil, nil, &page); err != nil {
			return err
		}
		for _, one := range page.Contents {
			each(Listed{path.Base(one.Key), one.Size, one.LastModified})
		}
		if page.Next == "" {
			return nil
		}
		query.Set("continuation-token", page.Next)
	}
}

// ask makes a request whose answer is a document.
func (s *s3Store) ask(ctx context.Context, method, name string, query url.Values, header http.Header, content []byte, into any) error {
	address := s.at(name)
	address.RawQuery = query.Encode()
	answer, err := s.call(ctx, method, address, header, content)
	if err != nil {
		return err
	}
	err = xml.NewDecoder(answer.Body).Decode(into)
	return errors.Join(err, answer.Body.Close())
}
