//go:build !unix

package checkpoint

import "os"

const renamesOpen = false

func lock(*os.File) error { return nil }

// syncFolder does nothing where folders cannot be synchronized.
func syncFolder(string) error { return nil }
