package cluster

import (
	"fmt"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/output"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
)

// printTotal prints what the units found together; where some are missing the number is a
// least one, and the exit status says so.
func printTotal(w *output.Writer, r backends.Report) error {
	var err error
	if w.Format == "json" {
		err = w.JSON(r)
	} else {
		number := r.Count.String()
		if !r.Complete {
			number = "at least " + number
		}
		_, err = fmt.Fprintln(w, number)
	}
	if err == nil && !r.Complete {
		err = status.Exit(status.Stopped)
	}
	return err
}
