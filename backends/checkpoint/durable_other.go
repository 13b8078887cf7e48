//go:build !unix

package checkpoint

import "os"

const renamesOpen = false

func lock(*os.File) error { return nil }

// syncFolder does nothing: this system cannot synchronize folders.
func syncFolder(string) error { return nil }
