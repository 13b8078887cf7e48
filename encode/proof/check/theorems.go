package check

import (
	"io"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/proof/check/internal/layers"
	"github.com/exactile/exactile/encode/proof/verified"
)

// WriteTheorems writes what layers say of m, and of its motions if there are some, as theorems for
// the Coq proof assistant that rest on Recount.v of package verified. It does not count.
func WriteTheorems(w io.Writer, m *cover.Model, motions [][]int, text io.Reader) error {
	return layers.WriteTheorems(w, m, motions, text)
}

// compareTheorems compares Recount.v and count.v, if the certificate has them, with what they must
// be. Whether Coq accepts them is not asked here.
func compareTheorems(c *reading) error {
	if !c.lists(recountFile) && !c.lists(theoremsFile) {
		return nil
	}
	if err := compareText(c, recountFile, "the proof that this program has",
		func(w io.Writer) error {
			_, err := io.WriteString(w, verified.Recount)
			return err
		}); err != nil {
		return err
	}
	if err := compareText(c, theoremsFile, "what the model and the layers say",
		func(w io.Writer) error {
			return c.read(layersFile, func(r io.Reader) error {
				return WriteTheorems(w, c.v.Model, c.v.Motions, r)
			})
		}); err != nil {
		return err
	}
	c.v.HasTheorems = true
	c.v.checked("%s: says in Coq what %s and %s say", theoremsFile, modelFile, layersFile)
	return nil
}
