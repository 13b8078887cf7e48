package check

import (
	"context"
	"errors"
	"io"
	"io/fs"

	"github.com/exactile/exactile/encode/cover"
)

// A reading is one check of the files in a directory. It keeps the files' digests, to compare them
// at the end.
type reading struct {
	ctx    context.Context
	dir    fs.FS
	v      *Verdict
	listed map[string]File // by name
	stored map[string]File // what was read of the files, by name
}

// lists reports whether the certificate has a part, compressed or not.
func (c *reading) lists(part string) bool {
	_, plain := c.listed[part]
	_, compressed := c.listed[part+compressedSuffix]
	return plain || compressed
}

// read opens a part, passes it to use and records the digest of the file.
func (c *reading) read(name string, use func(io.Reader) error) error {
	p, err := openPart(c.dir, name)
	if err != nil {
		return err
	}
	defer p.Close()
	if err := use(p); err != nil {
		return err
	}
	stored, err := p.Finish()
	if before, again := c.stored[stored.Name]; again && err == nil && before != stored {
		return refuseClaim("%s: it changed while it was read", stored.Name)
	}
	c.stored[stored.Name] = stored
	return err
}

// eachSolution yields the solutions of the list, which was checked before. The slice is valid until
// the next one.
func (c *reading) eachSolution(yield func(cover.Solution) error) error {
	return c.read(solutionsFile, func(r io.Reader) error {
		in := newLines(solutionsFile, r, c.v.Model)
		var s cover.Solution
		for in.next() {
			var err error
			if s, err = in.numbers(s[:0], len(c.v.Model.Options)); err != nil {
				return err
			}
			if err := errors.Join(c.ctx.Err(), yield(s)); err != nil {
				return err
			}
		}
		return in.end()
	})
}
