//go:build !unix

package file

import "os"

const renamesOpen = false

func lock(*os.File) error { return nil }

// SyncFolder does nothing: this system cannot synchronize folders.
func SyncFolder(string) error { return nil }

// lockPath returns nil: this system has no locks that end with the process.
func lockPath(string) (*os.File, error) { return nil, nil }
