package check

import (
	"cmp"
	"fmt"
	"math/big"

	"github.com/exactile/exactile/encode/cover"
)

// A Verdict is what a check of a certificate has established.
type Verdict struct {
	Certificate *Certificate // nil: certificate.json was not read
	// Puzzle is the name of the puzzle whose solutions were counted. It is empty if the model was
	// compared with no puzzle: then the name in the certificate is not verified.
	Puzzle string
	Model  *cover.Model
	Result Result
	// Motions are those of the certificate, as images of options; nil without any.
	Motions [][]int
	// Shown says how the number was shown: "replayed" with a tree, "recounted" with layers, or by
	// an "argument".
	Shown []string
	// HasTheorems says that there are theorems for Coq, which say the same as the layers.
	HasTheorems bool
	// The sentences of the verdict: Checked is what was verified, Trusted what was assumed,
	// NotChecked the other claims of the folder, which may be false.
	Checked, Trusted, NotChecked []string

	reason string // the part that excludes other solutions
}

// Exactly returns a [Refusal] if the proved count is not n.
func (v *Verdict) Exactly(n *big.Int) error {
	if v.Result.Solutions.Cmp(n) == 0 {
		return nil
	}
	return &Refusal{cmp.Or(v.reason, treeFile), "end",
		fmt.Sprintf("proves %v solutions, not %v", v.Result.Solutions, n)}
}

func (v *Verdict) checked(format string, args ...any) {
	v.Checked = append(v.Checked, fmt.Sprintf(format, args...))
}

func (v *Verdict) trusted(format string, args ...any) {
	v.Trusted = append(v.Trusted, fmt.Sprintf(format, args...))
}

func (v *Verdict) notChecked(format string, args ...any) {
	v.NotChecked = append(v.NotChecked, fmt.Sprintf(format, args...))
}
