package proof

import (
	"context"
	"io"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/await"
)

// A writer writes one certificate, until ctx ends.
type writer struct {
	ctx  context.Context
	dir  string
	m    *cover.Model
	opts Options
	cert *Certificate
	root *search // nil without files for SAT checkers, or set before they are written
	text []byte  // of the layers, nil without them
}

// part writes one file of the certificate with the given function, whose writes fail once ctx has
// ended.
func (w *writer) part(name string, write func(io.Writer) error) error {
	p := newPartWriter(w.dir, name, !w.opts.Uncompressed && !strings.HasSuffix(name, ".v"))
	err := write(await.Writer(w.ctx, p.buf))
	if closed := p.Close(); err == nil {
		err = closed // else it is most often the same error again
	}
	if err != nil {
		return err
	}
	w.cert.Files = append(w.cert.Files, p.stored)
	return nil
}

// motions returns the motions of the certificate, nil if it has none.
func (w *writer) motions() [][]int {
	if !w.opts.UpToSymmetry {
		return nil
	}
	if w.m.Sym != nil {
		return w.m.Sym
	}
	identity := make([]int, len(w.m.Options))
	for o := range identity {
		identity[o] = o
	}
	return [][]int{identity}
}
