//go:build !unix

package durable

import "os"

const renamesOpen = false

func lock(*os.File) error { return nil }

// SyncFolder does nothing: this system cannot synchronize folders.
func SyncFolder(string) error { return nil }
