//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/exactile/exactile/internal/testkit"
)

// In a shell, a part of a word and the tabulator key give the whole word.
func TestCompletionInShells(t *testing.T) {
	t.Parallel()
	const helpers = "/usr/share/bash-completion/bash_completion"
	for _, shell := range []struct {
		name  string
		args  []string
		needs string // a file
		setup string
	}{
		{"bash", []string{"--noprofile", "--norc", "-i"}, helpers,
			". " + helpers + "; . <(exactile completion bash)"},
		{"zsh", []string{"-f", "-i"}, "",
			"autoload -U compinit; compinit -D; . <(exactile completion zsh)"},
		{"fish", []string{"--no-config", "-i"}, "",
			"exactile completion fish | source"},
	} {
		t.Run(shell.name, func(t *testing.T) {
			t.Parallel()
			program := testkit.Program(t, shell.name)
			if _, err := os.Stat(shell.needs); shell.needs != "" && err != nil {
				t.Skipf("SKIPPED: %s, which bash wants for completions, is not there", shell.needs)
			}
			home := t.TempDir()
			cmd := exec.Command(program, shell.args...)
			cmd.Dir = home
			cmd.Env = append(os.Environ(), "TERM=dumb", "LC_ALL=C.UTF-8", "HOME="+home,
				"ZDOTDIR="+home, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home, "PS1=$ ")
			keys, screen := attached(t, cmd)
			say := func(text string) {
				t.Helper()
				if _, err := keys.WriteString(text); err != nil {
					t.Fatal(err)
				}
			}
			say(shell.setup + "; echo re''ady\r")
			screen.expect(t, `(?m)^.*ready\r?$`)
			// A verb, a puzzle, a flag and its value: half of it would count nothing.
			out := filepath.Join(home, "counted")
			say("exactile cou\tsom\t--sym\tnon\t> " + out + "; echo do''ne\r")
			screen.expect(t, `done`)
			if text, err := os.ReadFile(out); err != nil || string(text) != "11520\n" {
				t.Errorf("%q, %v; the terminal has %q", text, err, screen.String())
			}
		})
	}
}
