//go:build !unix

package cli

import "os"

// notifyProgress does nothing: there is no signal that prints the progress.
func notifyProgress(chan<- os.Signal) {}
