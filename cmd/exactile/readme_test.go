package main

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/internal/testkit"
)

const root = "../.."

// readme returns the text of a README of the repository.
func readme(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// readmes are all READMEs, by their paths.
func readmes(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == ".git" { // a file in a worktree
			return fs.SkipDir
		}
		if relative, _ := filepath.Rel(root, path); d.Name() == "README.md" {
			all[relative] = readme(t, relative)
		}
		return nil
	})
	if err != nil || len(all) < 9 {
		t.Fatalf("%d READMEs: %v", len(all), err)
	}
	return all
}

// The first README is read in five minutes. What a README links to is there, also the heading.
func TestLinksOfTheReadmes(t *testing.T) {
	t.Parallel()
	if first := readme(t, "README.md"); len(first) > 8500 || strings.Count(first, "\n") > 150 {
		t.Errorf("README.md has %d bytes in %d lines", len(first), strings.Count(first, "\n"))
	}
	links := 0
	for path, text := range readmes(t) {
		for _, link := range regexp.MustCompile(`\]\(([^)\s]+)\)`).FindAllStringSubmatch(text, -1) {
			target, heading, _ := strings.Cut(link[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			links++
			file := filepath.Join(root, filepath.Dir(path), target)
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s links to %s: %v", path, target, err)
				continue
			}
			relative, _ := filepath.Rel(root, file)
			if heading != "" && !strings.Contains(strings.ToLower(readme(t, relative)), "\n## "+strings.ReplaceAll(heading, "-", " ")) {
				t.Errorf("%s links to #%s of %s, which is not there", path, heading, target)
			}
		}
	}
	if links < 15 {
		t.Errorf("%d links were found", links)
	}
}

// Nothing can be installed by a version before that is published. Each text that names one names the
// first, and says that it is from then on.
func TestVersionsArePublished(t *testing.T) {
	t.Parallel()
	texts := map[string]string{"the hint of serve": installNATS, "CHANGELOG.md": readme(t, "CHANGELOG.md")}
	maps.Copy(texts, readmes(t))
	named := 0
	for path, text := range texts {
		for line := range strings.Lines(text) {
			for _, version := range regexp.MustCompile(`exactile/\S*@(latest|v[0-9.]+[0-9])`).FindAllStringSubmatch(line, -1) {
				if named++; version[1] != cli.FirstRelease || !strings.Contains(line, "from "+cli.FirstRelease+" on") {
					t.Errorf("%s: %q names a version without \"from %s on\"", path, line, cli.FirstRelease)
				}
			}
		}
	}
	if named < 4 {
		t.Errorf("%d versions were found", named)
	}
}

// printed runs a command line in a folder, and returns all that it prints.
func printed(t *testing.T, folder, line string) string {
	t.Helper()
	args := words(line)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = folder
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", line, err, out)
	}
	return string(out)
}

// Each command of a README runs once: beside a picture, for a picture, or with its output. A
// picture is the one in testdata/pictures, and is shown once. An output is the real one, up to a
// line of three dots, except for times, memory and the work of a search, which change; a drawing
// is the same to the last blank.
func TestCommandsOfTheReadmes(t *testing.T) {
	t.Parallel()
	var text string // of all of them
	for _, one := range readmes(t) {
		text += one + "\n"
	}
	// The first command needs no installation; here the command is installed.
	const uninstalled = "$ go run ./cmd/exactile count pentominoes:6x10\n9356\n"
	if _, first, _ := strings.Cut(readme(t, "README.md"), "```console\n"); !strings.HasPrefix(first, uninstalled) {
		t.Errorf("the first command of README.md is %.60q, not %q", first, uninstalled)
	}
	text = strings.ReplaceAll(text, "$ go run ./cmd/exactile ", "$ exactile ")
	beside := regexp.MustCompile(`<code>(exactile .*?)</code>`).FindAllStringSubmatch(text, -1)
	for _, c := range beside {
		t.Run(c[1], func(t *testing.T) {
			t.Parallel()
			testkit.OnlyThorough(t) // the pictures below are of the same commands
			printed(t, t.TempDir(), c[1])
		})
	}
	var pictures []string
	shown := 0
	for _, block := range regexp.MustCompile("(?s)```console\n(.*?)```").FindAllStringSubmatch(text, -1) {
		folder := t.TempDir()
		if strings.Contains(block[1], " testdata/") {
			folder = root
		}
		var runs [][2]string // a command line and its output
		for _, run := range strings.Split("\n"+block[1], "\n$ ")[1:] {
			line, output, _ := strings.Cut(run, "\n")
			if line, picture, ok := strings.Cut(line, " -o testdata/pictures/"); ok {
				pictures = append(pictures, picture)
				if n := strings.Count(text, `testdata/pictures/`+picture+`"`); n != 1 {
					t.Errorf("the READMEs show %s %d times", picture, n)
				}
				t.Run(picture, func(t *testing.T) {
					t.Parallel()
					got, err := os.ReadFile(made(t, picture, words(line)[1:]...))
					if err != nil {
						t.Fatal(err)
					}
					testkit.Golden(t, filepath.Join(root, "testdata", "pictures", picture), got)
				})
			} else if args := words(line); args[0] == "exactile" && args[len(args)-1] != "mine.yaml" && strings.TrimSpace(output) != "" {
				runs = append(runs, [2]string{line, output})
			}
		}
		if shown += len(runs); len(runs) == 0 || testing.Short() { // a comparison and a certificate
			continue
		}
		t.Run(runs[0][0], func(t *testing.T) {
			t.Parallel()
			for _, run := range runs { // one may read what another wrote
				compareOutput(t, run[0], run[1], printed(t, folder, run[0]))
			}
		})
	}
	if len(beside) < 10 || len(pictures) == 0 || shown < 7 {
		t.Errorf("%d commands beside pictures, %d pictures and %d outputs were found", len(beside), len(pictures), shown)
	}
	files, err := os.ReadDir(filepath.Join(root, "testdata", "pictures"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !slices.Contains(pictures, f.Name()) {
			t.Errorf("no command of a README makes testdata/pictures/%s", f.Name())
		}
	}
}

// Every other command line of the READMEs runs: shell blocks, the lines of console blocks that are
// shown without output, and each complete command inside a sentence that is neither interactive nor
// a server. Lines of one block share a folder, in which testdata is that of the repository. An
// installation is left out, and a line whose programs are not all installed.
func TestShellLinesOfTheReadmes(t *testing.T) {
	t.Parallel()
	testkit.OnlyThorough(t) // a minute of commands
	run := func(name string, lines ...string) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute) // a study takes two
			defer cancel()
			folder := t.TempDir()
			data, err := filepath.Abs(filepath.Join(root, "testdata"))
			if err == nil {
				err = os.Symlink(data, filepath.Join(folder, "testdata"))
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range lines {
				cmd := exec.CommandContext(ctx, "bash", "-e", "-c", line)
				cmd.Dir = folder
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("%s: %v\n%s", line, err, out)
				}
			}
		})
	}
	program := regexp.MustCompile(`(?:^|[|;] )(\w+)`)
	installed := func(line string) bool {
		for _, name := range program.FindAllStringSubmatch(line, -1) {
			if _, err := exec.LookPath(name[1]); err != nil {
				t.Logf("no %s: %s", name[1], line)
				return false
			}
		}
		return true
	}
	found := 0
	for path, text := range readmes(t) {
		for n, block := range regexp.MustCompile("(?s)```(sh|console)\n(.*?)```").FindAllStringSubmatch(text, -1) {
			var lines []string
			for run := range strings.SplitSeq("\n"+block[2], "\n"+map[string]string{"console": "$ "}[block[1]]) {
				line, output, _ := strings.Cut(strings.TrimRight(run, "\n"), "\n")
				study := strings.Contains(line, " --results r.jsonl") || strings.Contains(line, " --encodings all")
				if study {
					line += " || [ $? = 4 ]" // a solver may need longer than its limit
				}
				if line != "" && output == "" && !strings.HasPrefix(line, "go install ") &&
					!strings.Contains(line, " -o testdata/pictures/") && installed(line) {
					lines = append(lines, line)
				}
			}
			if found += len(lines); len(lines) > 0 {
				run(fmt.Sprint(path, " ", n), lines...)
			}
		}
		for _, line := range regexp.MustCompile("`(exactile [^`]+)`").FindAllStringSubmatch(text, -1) {
			if !regexp.MustCompile(`[A-Z]{3,}|exactile (play|serve|jobs)|^exactile convert$`).MatchString(line[1]) {
				found++
				run(line[1], line[1])
			}
		}
	}
	if found < 35 {
		t.Errorf("%d commands were found", found)
	}
}

// compareOutput holds the output of a command line against what the README shows of it.
func compareOutput(t *testing.T, line, shown, got string) {
	t.Helper()
	want, _, cut := strings.Cut(strings.TrimRight(shown, "\n"), "\n...")
	same := strings.TrimRight(got, "\n")
	if !strings.HasPrefix(line, "exactile solve ") {
		want, same = steady(want), steady(got)
	}
	if cut && len(same) > len(want) {
		same = same[:len(want)]
	}
	if same != want {
		t.Errorf("%s prints\n%s, not\n%s", line, got, shown)
	}
}

// words splits a command line at blanks outside of quotes.
func words(line string) []string {
	line, _, _ = strings.Cut(line, "   #")
	var all []string
	for _, part := range regexp.MustCompile(`"[^"]*"|\S+`).FindAllString(line, -1) {
		all = append(all, strings.Trim(part, `"`))
	}
	return all
}

// steady is a text without the numbers that change in every run, and with single blanks.
func steady(text string) string {
	for _, rule := range [][2]string{
		{`(?m)\d+\.\d+ +\d+$`, "TIME MB"},
		{`\d+\.\d+`, "TIME"},
		{`[\d.]+[kMG]? (nodes|conflicts)`, "WORK"},
		{`v0\.0\.0\S*|\(devel\)|(?m) [0-9a-f]{12}$`, " VERSION"},
		{`\s+`, " "},
	} {
		text = regexp.MustCompile(rule[0]).ReplaceAllString(text, rule[1])
	}
	return strings.TrimSpace(text)
}

// The puzzle file of the README is valid, its claims are true, and the mistake that the README
// puts into it gives the message shown there.
func TestMistakeOfTheReadme(t *testing.T) {
	t.Parallel()
	text := readme(t, "README.md")
	block := func(language, start string) string {
		found := regexp.MustCompile("(?s)```" + language + "\n(" + regexp.QuoteMeta(start) + ".*?)```").FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("no block of the README starts with %q", start)
		}
		return found[1]
	}
	mine := block("yaml", "format: 1\n")
	command, shown, _ := strings.Cut(block("console", "$ exactile count mine.yaml\n"), "\n")
	folder := t.TempDir()
	inFolder := func(text string, args ...string) (printed string, err error) {
		if err := os.WriteFile(filepath.Join(folder, "mine.yaml"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("exactile", args...)
		cmd.Dir = folder
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if printed, err := inFolder(mine, "verify", "mine.yaml"); err != nil {
		t.Errorf("its claims: %v\n%s", err, printed)
	}
	wrong := strings.Replace(mine, "{name: I, shape:", "{name: I, shpae:", 1)
	if wrong == mine {
		t.Fatal("the puzzle of the README has no piece to misspell")
	}
	args := words(strings.TrimPrefix(command, "$ "))
	if printed, err := inFolder(wrong, args[1:]...); err == nil || printed != shown {
		t.Errorf("%s prints (%v)\n%s, not\n%s", command, err, printed, shown)
	}
}
