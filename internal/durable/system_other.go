//go:build !unix

package durable

import "os"

const renamesOpen = false

func lock(*os.File) error { return nil }

// SyncFolder does nothing: this system cannot synchronize folders.
func SyncFolder(string) error { return nil }

// lockFolder returns nil: this system locks no folders.
func lockFolder(string) (*os.File, error) { return nil, nil }
