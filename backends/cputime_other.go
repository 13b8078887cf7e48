//go:build !unix

package backends

import "time"

// CPUTime returns 0: this system does not tell.
func CPUTime() time.Duration { return 0 }
