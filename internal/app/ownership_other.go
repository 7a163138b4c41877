//go:build !unix

package app

// giveFolderToOwner does nothing: there is no root here.
func giveFolderToOwner(string, bool, func(string) bool) error { return nil }
