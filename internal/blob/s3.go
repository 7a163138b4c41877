package blob

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// s3Store keeps files in a bucket of an S3 server. Who it is comes from the
// environment, from the file of AWS, or from the machine that it runs on.
type s3Store struct {
	client *minio.Client
	bucket string
}

// openS3 opens s3://bucket with the parameters region, endpoint (the address of
// a server that is not Amazon's) and use_path_style.
func openS3(u *url.URL) (*s3Store, error) {
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return nil, err
	}
	host, secure := "s3.amazonaws.com", true
	options := &minio.Options{Region: "us-east-1", Creds: credentials.NewChainCredentials([]credentials.Provider{
		&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}, &credentials.IAM{},
	})}
	for name := range query {
		switch value := query.Get(name); name {
		case "region":
			options.Region = value
		case "endpoint":
			if address, cut := strings.CutPrefix(value, "http://"); cut {
				host, secure = address, false
			} else {
				host = strings.TrimPrefix(value, "https://")
			}
		case "use_path_style", "s3ForcePathStyle":
			if value == "true" {
				options.BucketLookup = minio.BucketLookupPath
			}
		case "request_checksum_calculation", "response_checksum_validation":
			// Earlier releases took them; files are sent with an MD5 sum now.
		default:
			return nil, fmt.Errorf("an S3 address has no parameter %s", name)
		}
	}
	options.Secure = secure
	client, err := minio.New(strings.TrimSuffix(host, "/"), options)
	return &s3Store{client, u.Host}, err
}

func (s *s3Store) close() error { return nil }

func (s *s3Store) put(ctx context.Context, name, contentType string, content []byte) error {
	_, err := s.client.PutObject(ctx, s.bucket, name, bytes.NewReader(content), int64(len(content)), minio.PutObjectOptions{
		ContentType: contentType, SendContentMd5: true, DisableContentSha256: true, DisableMultipart: true,
	})
	return err
}

func (s *s3Store) get(ctx context.Context, name string) (*Object, error) {
	object, err := s.client.GetObject(ctx, s.bucket, name, minio.GetObjectOptions{})
	if err != nil {
		return nil, err
	}
	info, err := object.Stat()
	if err != nil {
		if answer := minio.ToErrorResponse(err); answer.StatusCode == http.StatusNotFound && answer.Code != "NoSuchBucket" {
			err = errNoFile
		}
		return nil, errors.Join(err, object.Close())
	}
	return &Object{object, info.ContentType, info.Size, info.LastModified}, nil
}

func (s *s3Store) delete(ctx context.Context, name string) error {
	return s.client.RemoveObject(ctx, s.bucket, name, minio.RemoveObjectOptions{})
}
