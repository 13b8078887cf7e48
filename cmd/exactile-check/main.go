// Exactile-check checks certificates that exactile wrote: it knows no puzzles, no
// encodings and no search engines.
//
// Usage:
//
//	exactile-check [flags] DIR
//	exactile-check [flags] MODEL SOLUTIONS TREE [SYMMETRY]
//	exactile-check [flags] MODEL LAYERS
//
// DIR is the folder of a certificate, or one with certificates in folders best and beyond, of the
// best solutions of a puzzle with a goal. What its certificate.json claims, and the digests and
// files that it lists, are compared with what is proved. The files may be compressed with zstd,
// with names that end in .zst. It prints what was checked, what was trusted, and which other claims
// of the folder were not checked.
//
// Exit status: 0 the count is proved; 1 bad input, or what is printed could not be
// written; 2 wrong usage; 3 the evidence does not prove the count, or not the one that
// certificate.json claims or -n names; 4 stopped by --timeout, --memory, --steps, an interrupt or
// SIGTERM.
//
// It is a separate program so that a sceptic can read all of it: this file, internal/answers,
// and the packages encode/proof/check, encode/internal/dlx, encode/cover and internal/text. Only
// formulas and proofs for SAT checkers, on which no count rests, need encode/proof/check/sat.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"

	"github.com/exactile/exactile/cmd/internal/answers"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/internal/text"
)

const (
	statusProved   = 0
	statusBadInput = 1
	statusUsage    = 2
	statusRefused  = 3
	statusStopped  = 4
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// After the first interrupt the default handler is back: the second ends the program.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], answers.Stdout(), os.Stderr))
}

const usage = `Usage: exactile-check [flags] DIR
       exactile-check [flags] MODEL SOLUTIONS TREE [SYMMETRY]
       exactile-check [flags] MODEL LAYERS

Checks a certificate that a model has exactly so many solutions. DIR is the
folder that "exactile certify" wrote: what its certificate.json claims is
compared, too. A folder of the best solutions of a puzzle holds several
certificates: there -n is their number, and beyond there must be none. Names may end in .zst.

Flags:
  -n N          refuse unless there are exactly N solutions
  --coq         let Coq check count.v, which "certify --coq" wrote: the count is
                then a theorem. It needs coqc on the PATH
  --quiet       print nothing when the count is proved
  --memory SIZE memory for a recount, such as 2G (default: 300M), or for Coq
                (default: 4G)
  --steps N     steps of a recount: its states, or 64 tests each (default:
                10000000)
  --timeout D   stop after this time, such as 30s
  --version     print the version

Exit status: 0 proved, 1 bad input, 2 wrong usage, 3 refused, 4 stopped.
`

// run is the program: it returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("exactile-check", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	var want *big.Int
	flags.Func("n", "", func(text string) error {
		n, ok := new(big.Int).SetString(text, 10)
		if want = n; !ok || n.Sign() < 0 {
			return errors.New("it is no number of solutions")
		}
		return nil
	})
	quiet := flags.Bool("quiet", false, "")
	coq := flags.Bool("coq", false, "")
	var most check.Limits
	flags.Func("memory", "", func(size string) (err error) {
		most.Memory, err = text.ParseSize(size)
		return err
	})
	flags.Func("steps", "", func(text string) (err error) {
		if most.Steps, err = strconv.ParseInt(text, 10, 64); err != nil || most.Steps < 1 {
			err = errors.New("it is no number of steps")
		}
		return err
	})
	timeout := flags.Duration("timeout", 0, "")
	version := flags.Bool("version", false, "")
	misuse := func(err error) int {
		printError(stderr, err.Error())
		fmt.Fprint(stderr, "\n", usage)
		return statusUsage
	}
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return printAnswer(stdout, stderr, usage)
	case err != nil:
		return misuse(err)
	case *version:
		return printAnswer(stdout, stderr, "exactile-check "+buildVersion()+"\n")
	}
	folder := ""
	if flags.NArg() == 1 {
		folder = flags.Arg(0) + ": "
	}
	if *timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, *timeout)
		defer cancel()
	}
	var v *check.Verdict
	total := new(big.Int)
	var answer string
	for _, args := range certificates(flags.Args()) {
		files, wrong := certificateFiles(args)
		if wrong != nil {
			return misuse(wrong)
		}
		isPart := args[0] != flags.Arg(0)
		if isPart {
			folder = args[0] + ": "
			answer += folder
		}
		v, err = alone(ctx, files, most)
		if isPart && strings.HasPrefix(filepath.Base(args[0]), "beyond") && err == nil {
			err = v.Exactly(new(big.Int)) // nothing may be better than the best
		}
		if err == nil && *coq {
			if len(args) > 1 {
				return misuse(errors.New("--coq wants the folder of a certificate"))
			}
			err = proveInCoq(ctx, args[0], v, most.Memory)
		}
		if err != nil {
			break
		}
		total.Add(total, v.Result.Solutions)
		answer += report(v, *coq)
	}
	if want != nil && err == nil {
		v.Result.Solutions = total
		err = v.Exactly(want)
	}
	var refusal *check.Refusal
	var excess *check.Excess
	switch {
	case errors.As(err, &refusal):
		printError(stderr, "refused: "+err.Error())
		return statusRefused
	case errors.As(err, &excess):
		printError(stderr, "not checked: "+err.Error()+excess.Advice())
		return statusStopped
	case errors.Is(err, errNoCoq):
		printError(stderr, "not checked: "+folder+err.Error())
		return statusStopped
	case ctx.Err() != nil && err != nil:
		printError(stderr, "stopped: "+err.Error())
		return statusStopped
	case err != nil:
		printError(stderr, folder+err.Error())
		return statusBadInput
	}
	if *quiet {
		return statusProved
	}
	return printAnswer(stdout, stderr, answer)
}

// certificates returns what is checked: the arguments or, for a folder with certificates of the
// best solutions of a puzzle and of those beyond, each of these.
func certificates(args []string) (all [][]string) {
	if len(args) != 1 {
		return [][]string{args}
	}
	names, err := check.Folders(os.DirFS(args[0]))
	if err != nil || names[0] == "." {
		return [][]string{args} // an error shows when it is checked
	}
	for _, name := range names {
		all = append(all, []string{filepath.Join(args[0], name)})
	}
	return all
}

// printAnswer prints an answer and returns the exit status: a failed write is an error.
func printAnswer(stdout, stderr io.Writer, text string) int {
	if _, err := io.WriteString(stdout, text); err != nil {
		printError(stderr, err.Error())
		return statusBadInput
	}
	return statusProved
}

// printError prints one line on standard error. File names in it may hold any characters:
// control characters are escaped, so that a terminal does not obey them.
func printError(stderr io.Writer, s string) {
	fmt.Fprintf(stderr, "exactile-check: %s\n", text.Visible(s))
}

// report is the text of what is proved, by Coq too, checked, trusted, and not checked.
func report(v *check.Verdict, coq bool) string {
	var b strings.Builder
	solutions, orbits := "proved: exactly %s", ", in %s"
	if coq {
		solutions, orbits = "proved in Coq: exactly %s", "\nproved: they make %s"
	}
	fmt.Fprintf(&b, solutions, text.Count(v.Result.Solutions.String(), "solution"))
	if v.Result.Motions > 0 {
		fmt.Fprintf(&b, orbits, text.Count(v.Result.Orbits.String(), "orbit"))
	}
	b.WriteByte('\n')
	if v.Result.Listed {
		fmt.Fprintf(&b, "digest: %v\n", v.Result.Digest)
	}
	for _, line := range v.Checked {
		fmt.Fprintf(&b, "checked: %s\n", line)
	}
	for _, line := range v.Trusted {
		fmt.Fprintf(&b, "trusted: %s\n", line)
	}
	for _, line := range v.NotChecked {
		fmt.Fprintf(&b, "not checked: %s\n", line)
	}
	return b.String()
}

// alone checks a folder without its puzzle: as a whole, or what it has of a proof if it is no
// certificate.
func alone(ctx context.Context, files fs.FS, most check.Limits) (*check.Verdict, error) {
	if _, err := fs.Stat(files, "certificate.json"); errors.Is(err, fs.ErrNotExist) {
		return check.Bare(ctx, files, most)
	}
	return check.Folder(ctx, files, check.Sources{Limits: most})
}

// certificateFiles returns the files that the arguments name, as a folder with their usual names.
func certificateFiles(args []string) (fs.FS, error) {
	switch len(args) {
	case 1:
		return os.DirFS(args[0]), nil
	case 2, 3, 4:
		names := []string{"model.dlx", "solutions.txt", "proof.tree", "symmetry.txt"}[:len(args)]
		if len(args) == 2 {
			names[1] = "proof.layers"
		}
		files := make(fileSet)
		for k, name := range names {
			if own := strings.TrimSuffix(filepath.Base(args[k]), ".zst"); k == 2 &&
				own == "proof.argument" {
				name = own
			}
			if strings.HasSuffix(args[k], ".zst") {
				name += ".zst"
			}
			files[name] = args[k]
		}
		return files, nil
	}
	return nil, fmt.Errorf("want one folder, or two, three or four files, not %d arguments",
		len(args))
}

// A fileSet is a folder of files from any place: it maps names to paths.
type fileSet map[string]string

// Open opens the file that stands for name.
func (f fileSet) Open(name string) (fs.File, error) {
	path, ok := f[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return os.Open(path)
}

// Stat describes the file without opening it.
func (f fileSet) Stat(name string) (fs.FileInfo, error) {
	path, ok := f[name]
	if !ok {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	}
	return os.Stat(path)
}

func buildVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(unknown version)"
}
