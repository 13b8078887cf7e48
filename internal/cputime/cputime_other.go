//go:build !unix

package cputime

import "time"

// Used returns 0: this system does not report it.
func Used() time.Duration { return 0 }
