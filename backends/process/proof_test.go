//go:build unix

package process_test

import (
	"io"
	"strings"
	"testing"

	"github.com/exactile/exactile/backends/process"
	"github.com/exactile/exactile/encode/proof/check"
)

// The proof that a program writes is kept until it is run again, whether it opens the
// pipe or not, at once or late, and whatever it leaves behind.
func TestProofs(t *testing.T) {
	for _, c := range []struct{ name, does, want string }{
		{"a proof", `echo "1 0" >"$3"`, "1 0\n"},
		{"in the end", `sleep .1; exec 3>"$3"; echo "1 0" >&3; exec 3>&-`, "1 0\n"},
		{"no proof", ``, ""},
		{"a long one", `yes 12345678 | head -c 1000000 >"$3"`, strings.Repeat("12345678\n", 111112)[:1000000]},
		{"a child that keeps it open", `echo "1 0" >"$3"; sleep 60 >"$3" 2>&1 </dev/null &`, "1 0\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := shellThat(t, "cadical", c.does+"\necho s UNSATISFIABLE; exit 20", func(p *process.Program) { p.Prove = true })
			e.Add(1)
			if sat, err := e.Solve(t.Context()); sat || err != nil {
				t.Fatalf("Solve: %t, %v", sat, err)
			}
			format, text, err := e.Proof()
			if err != nil || format != check.DRAT || !e.Proves() {
				t.Fatalf("Proof: %s, %v", format, err)
			}
			if got, err := io.ReadAll(text); err != nil || string(got) != c.want {
				t.Errorf("the proof is %.40q (%d bytes), %v, want %.40q", got, len(got), err, c.want)
			}
			if err := e.Close(); err != nil {
				t.Error(err)
			}
			if _, _, err := e.Proof(); err == nil {
				t.Error("there is a proof after Close")
			}
		})
	}
	t.Run("nobody wants one", func(t *testing.T) {
		e := shellThat(t, "cadical", `test -z "$3" || exit 7`+"\necho s UNSATISFIABLE; exit 20", func(*process.Program) {})
		e.Add(1)
		if sat, err := e.Solve(t.Context()); sat || err != nil || e.Proves() {
			t.Errorf("Solve: %t, %v", sat, err)
		}
	})
}
