//go:build !unix

package progress

import "os"

// notifyProgress does nothing: there is no signal that prints the progress.
func notifyProgress(chan<- os.Signal) {}
