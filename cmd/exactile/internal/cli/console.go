package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/exactile/exactile/cmd/internal/answers"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/text"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// A Console is the input and output of one run of the command.
type Console struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Progress       *ProgressLine
	// Network returns the network of the verbs for many machines. In a program without one it
	// returns an error, or never: another program takes over the command line. So verbs call it
	// before they read or print anything.
	Network func() (network.Network, error)

	// Program returns the command with all verbs, for hints; the one that runs may have only some.
	Program func() *cobra.Command

	// The values of the flags that every verb has.
	Quiet        bool
	Verbose      bool
	Colour       string // --color: auto, always, never
	ProgressMode string // --progress: auto, always, never

	Path         string                     // the verb with the program: "exactile count"
	ErrorsAsJSON bool                       // errors go to standard output as JSON
	Printed      interface{ Flush() error } // the buffer before standard output; nil: none

	atEnd []func()  // clean-up functions for the end of the run
	began time.Time // when the next puzzle's time begins; zero: at the call of Lap
}

// NewConsole returns the console of a run that begins now.
func NewConsole(stdin io.Reader, stdout, stderr io.Writer) *Console {
	return &Console{Stdin: stdin, Stdout: stdout, Stderr: stderr, began: time.Now()}
}

// StartPhase returns when the time of the next puzzle begins: for the first puzzle the start of the
// run, then now.
func (c *Console) StartPhase() time.Time {
	start := cmp.Or(c.began, time.Now())
	c.began = time.Time{}
	return start
}

// AtEnd registers a clean-up function for the end of the run.
func (c *Console) AtEnd(tidy func()) { c.atEnd = append(c.atEnd, tidy) }

// Close runs the clean-up functions.
func (c *Console) Close() {
	for _, tidy := range c.atEnd {
		tidy()
	}
}

// Note prints a remark on standard error unless --quiet.
func (c *Console) Note(format string, args ...any) {
	if !c.Quiet {
		fmt.Fprintf(c.Stderr, "exactile: %s\n",
			text.Brief(text.Visible(fmt.Sprintf(format, args...))))
	}
}

// Warn prints a warning about a puzzle file, with its place, unless --quiet.
func (c *Console) Warn(warning error) {
	if !c.Quiet {
		Explain(c.Stderr, "exactile: ", warning)
	}
}

// Begin shows the progress of the run on standard error from now on.
func (c *Console) Begin() {
	c.Progress = StartProgress(c.Stderr, c.ProgressMode, c.Quiet)
	c.Stderr = c.Progress.Above(c.Stderr)
	c.AtEnd(c.Progress.End)
}

// Report prints an error: as text on standard error or, if the verb prints JSON, as an object
// on standard output; as text if that write fails.
func (c *Console) Report(err error) {
	if err == nil || IsSilent(err) {
		return // no error, or already printed
	}
	if !c.ErrorsAsJSON {
		Explain(c.Stderr, "exactile: ", err)
		if advice := LimitsAdvice(err); advice != "" {
			fmt.Fprintf(c.Stderr, "exactile: %s\n", advice)
		}
		if StatusOf(err) == Misuse {
			fmt.Fprintf(c.Stderr, "exactile: see %s --help\n", c.Path)
		}
		return
	}
	if c.Printed != nil {
		_ = c.Printed.Flush() // earlier output; the verb reports its error
	}
	if WriteJSON(c.Stdout, map[string]any{"error": errorObject(err)}) != nil {
		Explain(c.Stderr, "exactile: ", err)
	}
}

// OpenInput opens a file or, for -, standard input. It waits for a pipe without a writer until
// the run ends.
func (c *Console) OpenInput(ctx context.Context, name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(c.Stdin), nil
	}
	return await.Value(ctx, func() (*os.File, error) { return os.Open(name) })
}

// ReadAll reads a file or, for -, standard input, up to a number of bytes.
func (c *Console) ReadAll(ctx context.Context, name string, most int64) ([]byte, error) {
	r, err := c.OpenInput(ctx, name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := await.Value(ctx, func() ([]byte, error) {
		return io.ReadAll(io.LimitReader(r, most+1))
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", InputName(name), err)
	}
	if int64(len(data)) > most {
		return nil, fmt.Errorf("%s: larger than %d bytes", InputName(name), most)
	}
	return data, nil
}

// A Screen describes where drawings are shown.
type Screen struct {
	Terminal bool // a person looks at it, not a program or a file
	Columns  int
	Unicode  bool // it shows lines and marks, not only letters
	Colour   bool
}

// Screen describes where the output goes.
func (c *Console) Screen(toStandardOutput bool) Screen {
	s := Screen{Columns: DefaultColumns, Unicode: unicodeLocale(runtime.GOOS, os.Getenv)}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		s.Columns = n
	}
	stdout := answers.File(c.Stdout)
	if toStandardOutput && stdout != nil && term.IsTerminal(int(stdout.Fd())) {
		s.Terminal = true
		if width, _, err := term.GetSize(int(stdout.Fd())); err == nil && width > 0 {
			s.Columns = width
		}
	}
	s.Colour = c.Colour == "always" || c.Colour == "auto" && wantsColour(s.Terminal, os.Getenv)
	return s
}

// wantsColour reports what the environment requires of colours, in the order of its variables: see
// no-color.org, force-color.org and bixense.com/clicolors.
func wantsColour(terminal bool, getenv func(string) string) bool {
	switch {
	case getenv("NO_COLOR") != "":
		return false
	case getenv("FORCE_COLOR") != "", getenv("CLICOLOR_FORCE") != "" &&
		getenv("CLICOLOR_FORCE") != "0":
		return true
	}
	return terminal && getenv("TERM") != "dumb" && getenv("CLICOLOR") != "0"
}

// unicodeLocale reports whether the locale's characters are UTF-8. The first of the three
// variables that is set decides, as in the C library. If none is set, the locale is "C",
// except on Windows and macOS, whose terminals read UTF-8.
func unicodeLocale(system string, getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := getenv(name); value != "" {
			value = strings.ToLower(strings.ReplaceAll(value, "-", ""))
			return strings.Contains(value, "utf8")
		}
	}
	return system == "windows" || system == "darwin"
}
