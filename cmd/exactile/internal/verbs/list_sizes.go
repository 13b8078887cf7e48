package verbs

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/await"
)

// maxSizeLiterals bounds N of list --size: some encodings have N*K clauses, or one for each pair.
const maxSizeLiterals = 5_000

// sizes is what list --size prints as JSON.
type sizes struct {
	Literals  int            `json:"literals"`
	AtMost    int            `json:"at_most"`
	Encodings []encodingSize `json:"encodings"`
}

// An encodingSize is the size of an encoding, as export writes it and with --free-aux.
type encodingSize struct {
	Name string `json:"name"`
	// Uses is the encoding that is used for this bound, "" if it is the encoding itself.
	Uses  string  `json:"uses,omitempty"`
	Usual auxSize `json:"usual"`
	Free  auxSize `json:"free_aux"`
}

// An auxSize is a number of auxiliary variables and of clauses.
type auxSize struct {
	Variables int `json:"variables"`
	Clauses   int `json:"clauses"`
}

// printSizes prints the sizes for the value of --size.
func printSizes(ctx context.Context, w *cli.Writer, size string) error {
	n, k, err := parseSize(size)
	if err != nil {
		return err
	}
	all, err := measureSizes(ctx, n, k)
	switch {
	case err != nil:
		return err
	case w.Format == "json":
		return w.JSON(all)
	}
	_, err = w.WriteString(all.text())
	return err
}

// parseSize reads N,K: at most K of N literals.
func parseSize(text string) (n, k int, err error) {
	first, second, pair := strings.Cut(text, ",")
	n, errN := strconv.Atoi(strings.TrimSpace(first))
	k, errK := strconv.Atoi(strings.TrimSpace(second))
	switch {
	case !pair || errN != nil || errK != nil:
		return 0, 0, cli.Misusef(
			"--size %q: want N,K for at most K of N literals, such as 20,5", text)
	case n < 1 || n > maxSizeLiterals:
		return 0, 0, cli.Misusef("--size %s: %d literals: want 1 to %d", text, n, maxSizeLiterals)
	case k < 0 || k > n:
		return 0, 0, cli.Misusef("--size %s: at most %d of %d: want 0 to %d", text, k, n, n)
	}
	return n, k, nil
}

// measureSizes returns the size of each encoding for at most k of n literals: that of the formula
// of a model with one item, so that it is what export writes for such an item.
func measureSizes(ctx context.Context, n, k int) (sizes, error) {
	m := &cover.Model{Items: []cover.Item{{Name: "item", Max: k}}, Options: make([][]int, n)}
	for o := range m.Options {
		m.Options[o] = []int{0}
	}
	return await.Value(ctx, func() (sizes, error) {
		all := sizes{Literals: n, AtMost: k}
		for _, e := range encode.Encodings() {
			s := encodingSize{Name: e.Name}
			if e.Bounds == nil && k > 1 {
				s.Uses = e.Many()
			}
			for free, to := range map[bool]*auxSize{false: &s.Usual, true: &s.Free} {
				e.FreeAux = free
				size, err := encode.Size(m, e)
				if err == nil {
					err = ctx.Err()
				}
				if err != nil {
					return all, err
				}
				*to = auxSize{size.Vars - n, size.Clauses}
			}
			all.Encodings = append(all.Encodings, s)
		}
		return all, nil
	})
}

// text is the table for people.
func (s *sizes) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "AT MOST %d OF %d: AUXILIARY VARIABLES AND CLAUSES\n", s.AtMost, s.Literals)
	out := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(out, "\tvariables\tclauses\twith --free-aux:\tvariables\tclauses\t\n")
	for _, e := range s.Encodings {
		fmt.Fprintf(out, "%s\t%d\t%d\t\t%d\t%d\t", e.Name,
			e.Usual.Variables, e.Usual.Clauses, e.Free.Variables, e.Free.Clauses)
		if e.Uses != "" {
			fmt.Fprintf(out, " by %s", e.Uses)
		}
		fmt.Fprintln(out)
	}
	_ = out.Flush() // to a builder
	return b.String()
}
