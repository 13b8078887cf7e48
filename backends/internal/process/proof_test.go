//go:build unix

package process_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/exactile/exactile/backends/internal/process"
	"github.com/exactile/exactile/encode/proof/check/sat"
)

// A proof is kept until the next run, also if the program never opens the file, opens it late, or
// leaves a child that has it open.
func TestProofs(t *testing.T) {
	for _, c := range []struct{ name, does, want string }{
		{"a proof", `echo "1 0" >"$3"`, "1 0\n"},
		{"in the end", `sleep .1; exec 3>"$3"; echo "1 0" >&3; exec 3>&-`, "1 0\n"},
		{"no proof", ``, ""},
		{"a long one", `yes 12345678 | head -c 1000000 >"$3"`, strings.Repeat("12345678\n", 111112)[:1000000]},
		{"a child that keeps it open", `echo "1 0" >"$3"; sleep 60 >>"$3" 2>&1 </dev/null &`, "1 0\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := shellThat(t, "cadical", c.does+"\necho s UNSATISFIABLE; exit 20", func(p *process.Program) { p.Prove = true })
			e.Add(1)
			if sat, err := e.Solve(t.Context()); sat || err != nil {
				t.Fatalf("Solve: %t, %v", sat, err)
			}
			format, text, err := e.Proof()
			if err != nil || format != sat.DRAT || !e.Proves() {
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
		if sat, err := e.Solve(t.Context()); sat || err != nil || e.Refusal() != "" {
			t.Errorf("Solve: %t, %v, %q", sat, err, e.Refusal())
		}
	})
}

// A proof that is longer than the profile allows is an error, and one of just that length is not.
func TestProofBytes(t *testing.T) {
	for most, whole := range map[int64]bool{999: false, 1000: true, 1001: true} {
		e := shellThat(t, "cadical", `yes "1 -1 0" | head -c 1000 >"$3"; echo s UNSATISFIABLE; exit 20`, func(p *process.Program) {
			p.Prove, p.Profile.ProofBytes = true, most
		})
		e.Add(1)
		if sat, err := e.Solve(t.Context()); sat || err != nil {
			t.Fatalf("Solve: %t, %v", sat, err)
		}
		if _, _, err := e.Proof(); (err == nil) != whole || !whole && (!errors.Is(err, sat.ErrTooLarge) || !strings.Contains(err.Error(), "more than 999 bytes")) {
			t.Errorf("1000 bytes where %d are kept: %v", most, err)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A program that does not know the arguments for proofs is run once more without them, and
// says so. What has begun to answer, or dies, is not run again.
func TestRefusedProofs(t *testing.T) {
	const answers = "echo s UNSATISFIABLE; exit 20"
	for _, c := range []struct{ name, does, refusal, fails string }{
		{"an error on standard error", `echo "unknown option" >&2; exit 1`, "exit status 1; stderr: unknown option", ""},
		{"usage on standard output", `echo "usage: mine FILE"; exit 2`, "usage", ""},
		{"usage, and it ends well", `echo "usage: mine FILE"`, "usage", ""},
		{"silence", `exit 1`, "exit status 1", ""},
		{"an answer that its status belies", `echo s UNSATISFIABLE; exit 10`, "", "its exit status"},
		{"no answer but a status", `exit 20`, "", "no answer"},
		{"a signal", `kill -9 $$`, "", "killed"},
		{"a proof has begun", `echo 1 0 >"$3"; exit 1`, "", "exit status 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := shellThat(t, "cadical", `if test -n "$3"; then `+c.does+"; exit 0; fi\n"+answers, func(p *process.Program) { p.Prove = true })
			e.Add(1)
			sat, err := e.Solve(t.Context())
			switch {
			case c.fails != "":
				if err == nil || !strings.Contains(err.Error(), c.fails) || e.Refusal() != "" {
					t.Errorf("Solve: %t, %v, %q, want an error with %q", sat, err, e.Refusal(), c.fails)
				}
			case sat || err != nil || !strings.Contains(e.Refusal(), c.refusal):
				t.Errorf("Solve: %t, %v, %q, want %q", sat, err, e.Refusal(), c.refusal)
			default:
				if _, _, err := e.Proof(); err == nil {
					t.Error("there is a proof")
				}
			}
			if err := e.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("both ways fail", func(t *testing.T) {
		e := shellThat(t, "cadical", `test -z "$3" && exit 9; exit 8`, func(p *process.Program) { p.Prove = true })
		e.Add(1)
		if _, err := e.Solve(t.Context()); err == nil || !strings.Contains(err.Error(), "exit status 9") {
			t.Errorf("Solve: %v, want the error without a proof", err)
		}
	})
}
