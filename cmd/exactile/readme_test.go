package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/internal/golden"
)

// The README shows the commands that made its pictures. They must still make the same
// pictures, and each picture must have its command.
func TestPicturesOfTheReadme(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile(`(?m)^\$ exactile (.*) -o (testdata/pictures/\S+)$`).FindAllSubmatch(text, -1)
	if len(commands) == 0 {
		t.Fatal("the README shows no command that makes a picture")
	}
	var names []string
	for _, c := range commands {
		picture := filepath.Join(root, filepath.FromSlash(string(c[2])))
		names = append(names, filepath.Base(picture))
		got, err := os.ReadFile(made(t, filepath.Base(picture), strings.Fields(string(c[1]))...))
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, picture, got)
		if n := bytes.Count(text, append([]byte(`"`), append(c[2], '"')...)); n != 1 {
			t.Errorf("the README shows %s %d times", c[2], n)
		}
	}
	files, err := os.ReadDir(filepath.Join(root, "testdata", "pictures"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !slices.Contains(names, f.Name()) {
			t.Errorf("no command of the README makes testdata/pictures/%s", f.Name())
		}
	}
}

// The commands beside the pictures of the README work as they stand there.
func TestCommandsBesidePictures(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	commands := regexp.MustCompile(`<code>exactile (.*?)</code>`).FindAllSubmatch(text, -1)
	for _, c := range commands {
		cmd := exec.Command("exactile", words(string(c[1]))...)
		cmd.Dir = folder
		if printed, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("exactile %s: %v\n%s", c[1], err, printed)
		}
	}
	if len(commands) < 10 {
		t.Errorf("%d commands, want one beside each of ten pictures", len(commands))
	}
}

// A drawing in the README is the beginning of what its command prints.
func TestDrawingsOfTheReadme(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	drawings := regexp.MustCompile(`(?s)\$ exactile solve (-f boxes )?"?([a-z]+:[^"\n]*?)"?\n(.*?)(\.\.\.|\n\$|\x60\x60\x60)`).FindAllSubmatch(text, -1)
	n := 0
	for _, d := range drawings {
		if len(bytes.TrimSpace(d[3])) == 0 {
			continue // its output is not shown
		}
		n++
		args := append(strings.Fields("solve "+string(d[1])), string(d[2]))
		got, err := os.ReadFile(made(t, "drawing.txt", args...))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(got, bytes.TrimRight(d[3], "\n")) {
			t.Errorf("exactile %v prints\n%s, not\n%s", args, got, d[3])
		}
	}
	if n < 2 {
		t.Errorf("%d drawings were found, want those of letters and of lines", n)
	}
}

// The output of a run in the README is its real output, up to a line of three dots, except for
// times, memory and the work of a search, which change.
func TestRunsOfTheReadme(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a comparison and a certificate")
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	n := 0
	for _, block := range regexp.MustCompile("(?s)```console\n(.*?)```").FindAllSubmatch(text, -1) {
		for _, run := range strings.Split("\n"+string(block[1]), "\n$ ")[1:] {
			line, shown, _ := strings.Cut(run, "\n")
			args := words(line)
			if strings.TrimSpace(shown) == "" || args[0] != "exactile" || args[len(args)-1] == "mine.yaml" {
				continue // nothing is shown, or it is of a file that the text does not hold
			}
			n++
			cmd := exec.Command(args[0], args[1:]...)
			cmd.Dir = folder
			printed, err := cmd.CombinedOutput()
			if err != nil {
				t.Errorf("%s: %v: %s", line, err, printed)
			}
			shown, _, cut := strings.Cut(shown, "\n...")
			want, got := steady(shown), steady(string(printed))
			if cut && len(got) > len(want) {
				got = got[:len(want)]
			}
			if got != want {
				t.Errorf("%s prints\n%s, not\n%s", line, printed, shown)
			}
		}
	}
	if n < 7 {
		t.Errorf("%d runs were found", n)
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
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	block := func(language, start string) string {
		found := regexp.MustCompile("(?s)```" + language + "\n(" + regexp.QuoteMeta(start) + ".*?)```").FindSubmatch(text)
		if found == nil {
			t.Fatalf("no block of the README starts with %q", start)
		}
		return string(found[1])
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

// The README and the help name the signals that show the progress.
func TestTheSignalForProgressIsDocumented(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for where, text := range map[string]string{
		"the README": string(text), "help exit-codes": output80(t, "help", "exit-codes"),
	} {
		if !strings.Contains(text, "SIGUSR1") || !strings.Contains(text, "Ctrl-T") {
			t.Errorf("%s does not say that SIGUSR1 and Ctrl-T print the progress", where)
		}
	}
}
