package check

import (
	"errors"
	"fmt"

	"github.com/exactile/exactile/encode/cover"
)

// A Verdict says what a check of a certificate has established.
type Verdict struct {
	Certificate *Certificate // nil: certificate.json was not read
	// Puzzle is the name of the puzzle that the count is of. It is empty where the
	// model was compared with no puzzle: then the name in the certificate is only
	// what the model calls itself.
	Puzzle string
	Model  *cover.Model
	Result Result
	// Each is a sentence an entry: Checked says what was verified, Trusted what was
	// taken for granted, NotChecked what else the folder says, which may be false.
	Checked, Trusted, NotChecked []string
}

// Exactly returns a [Refusal] if another count than n was proved.
func (v *Verdict) Exactly(n int64) error {
	if v.Result.Solutions == n {
		return nil
	}
	return &Refusal{treeFile, "end",
		fmt.Sprintf("proves %d solutions, not %d", v.Result.Solutions, n)}
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

// ErrTooLarge says that a part is larger than what is checked in reasonable time.
var ErrTooLarge = errors.New("larger than what is checked in reasonable time")
