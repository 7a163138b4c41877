// Package blob keeps files: photos of farms, and what later features store that
// is too large for the database.
//
// A [Bucket] is a folder (file:///path), or, where several processes run side
// by side, a bucket of an S3 server (s3://name?region=…&endpoint=…&use_path_style=true).
// Its names are made by this program and checked all the same.
//
// A photo comes in by [Bucket.PutPhoto], which takes PNG, GIF or JPEG, bounds
// its bytes and pixels, and stores JPEGs drawn anew in three widths, so that
// nothing of the file that somebody sent, neither its metadata nor what may
// hide in it, is ever given out. [Photos] serves them.
//
// It serves any feature: package farm stores the name of a photo, package app
// mounts the handler.
package blob
