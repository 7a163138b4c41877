// Command s3 is an S3 server for the drill: one bucket, kept in a file, so that what
// it has acknowledged is there when it is killed and started again.
//
//	s3 127.0.0.1:9000 FILE BUCKET
package main

import (
	"fmt"
	"net/http"
	"os"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3bolt"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: s3 ADDRESS FILE BUCKET")
		os.Exit(2)
	}
	if err := serve(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "s3:", err)
		os.Exit(1)
	}
}

func serve(address, file, bucket string) error {
	backend, err := s3bolt.NewFile(file)
	if err != nil {
		return err
	}
	there, err := backend.BucketExists(bucket)
	if err != nil {
		return err
	}
	if !there {
		if err := backend.CreateBucket(bucket); err != nil {
			return err
		}
	}
	return http.ListenAndServe(address, gofakes3.New(backend).Server())
}
