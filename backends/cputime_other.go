//go:build !unix

package backends

import "time"

// cpuTime returns 0: this system does not report it.
func cpuTime() time.Duration { return 0 }
