package answers

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// TestMain is also the program that the tests start: it writes, and reports on standard error
// whether that worked.
func TestMain(m *testing.M) {
	if os.Getenv("ANSWERS_TEST_WRITES") == "" {
		os.Exit(m.Run())
	}
	if _, err := io.WriteString(Stdout(), "answer\n"); err != nil {
		os.Stderr.WriteString("failed")
		os.Exit(1)
	}
	os.Stderr.WriteString("written")
}

// A closed standard output is told from one that goes to /dev/null on purpose.
func TestClosedStandardOutput(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only told on Linux")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("ANSWERS_TEST_WRITES", "1")
	t.Setenv("SELF", self)
	both, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer both.Close()
	for _, c := range []struct {
		name   string
		stdout io.Writer
		shell  string // "": no shell
		want   string
	}{
		{"a pipe", io.Discard, "", "written"},
		{"nothing", nil, "", "written"},
		{"nothing, open for both, as Python and Node have it", both, "", "written"},
		{"a shell's own nothing", io.Discard, `"$SELF" >/dev/null; exit $?`, "written"},
		{"nothing that a shell inherits", both, `"$SELF"; exit $?`, "written"},
		{"closed by a shell", io.Discard, `"$SELF" >&-; exit $?`, "failed"},
		{"closed by a shell that has nothing itself", nil, `"$SELF" >&-; exit $?`, "failed"},
		{"closed before", io.Discard, `exec >&-; "$SELF"; exit $?`, "failed"},
		{"full", io.Discard, `"$SELF" >/dev/full; exit $?`, "failed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd := exec.Command(self)
			if c.shell != "" {
				cmd = exec.Command("sh", "-c", c.shell)
			}
			var said strings.Builder
			cmd.Stdout, cmd.Stderr = c.stdout, &said
			err := cmd.Run()
			if said.String() != c.want || (err != nil) != (c.want == "failed") {
				t.Errorf("%q, %v; want %s", said.String(), err, c.want)
			}
		})
	}
}

type full struct{ left int }

var errFull = errors.New("full")

func (f *full) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestFirstErrorIsRemembered(t *testing.T) {
	w := New(&full{3})
	for _, text := range []string{"ab", "cd", ""} {
		_, _ = io.WriteString(w, text)
	}
	if w.Err() != errFull {
		t.Errorf("remembers %v", w.Err())
	}
	if File(w) != nil || File(New(os.Stderr)) != os.Stderr {
		t.Error("not the file behind it")
	}
}
