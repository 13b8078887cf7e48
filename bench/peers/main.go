package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	status := command(ctx, os.Args[1:], os.Stderr)
	stop()
	os.Exit(status)
}

// The exit statuses.
const (
	done   = 0
	failed = 1
	misuse = 2
	wrong  = 3
)

// settings are the command line.
type settings struct {
	config   string
	rounds   int
	repeats  int
	only     string
	exactile string
	folder   string
}

// parse reads the command line, in which flags may follow the file.
func parse(args []string, stderr io.Writer) (settings, error) {
	var s settings
	flags := flag.NewFlagSet("peers", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, "usage: peers [flags] FILE\n")
		flags.PrintDefaults()
	}
	flags.IntVar(&s.rounds, "rounds", 7, "measure `N` rounds")
	flags.IntVar(&s.repeats, "repeat", 20, "repeat a very short run up to `N` times within a round")
	flags.StringVar(&s.only, "only", "", "only puzzles and programs that match `REGEXP`: a puzzle's name, a space, a program's")
	flags.StringVar(&s.exactile, "exactile", "", "the `PROGRAM` to measure; built from this module where left out")
	flags.StringVar(&s.folder, "o", ".", "`FOLDER` for peers.md and peers.svg")
	for {
		if err := flags.Parse(args); err != nil {
			return s, err
		}
		if flags.NArg() == 0 {
			break
		}
		if s.config != "" {
			return s, fmt.Errorf("more than one file: %s and %s", s.config, flags.Arg(0))
		}
		s.config, args = flags.Arg(0), flags.Args()[1:]
	}
	switch {
	case s.config == "":
		return s, fmt.Errorf("no file: bench/peers/peers.yaml is one")
	case s.rounds < 1:
		return s, fmt.Errorf("-rounds %d: want 1 or more", s.rounds)
	case s.repeats < 1:
		return s, fmt.Errorf("-repeat %d: want 1 or more", s.repeats)
	}
	return s, nil
}

// command is the program; it returns the exit status.
func command(ctx context.Context, args []string, stderr io.Writer) int {
	s, err := parse(args, stderr)
	if err != nil {
		if err == flag.ErrHelp {
			return done
		}
		fmt.Fprintf(stderr, "peers: %v\n", err)
		return misuse
	}
	only, err := regexp.Compile(s.only)
	if err != nil {
		fmt.Fprintf(stderr, "peers: -only: %v\n", err)
		return misuse
	}
	results, err := s.compare(ctx, only, stderr)
	if err != nil {
		fmt.Fprintf(stderr, "peers: %v\n", err)
		return failed
	}
	for _, r := range results {
		if r.wrong {
			return wrong
		}
	}
	return done
}

// compare measures and writes what comes out.
func (s *settings) compare(ctx context.Context, only *regexp.Regexp, log io.Writer) ([]*result, error) {
	c, err := readConfig(s.config)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(s.folder, 0o777); err != nil {
		return nil, err
	}
	scratch, err := os.MkdirTemp("", "peers-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	subject, err := newSubject(ctx, s.exactile, scratch)
	if err != nil {
		return nil, err
	}
	h := &harness{subject: subject, rounds: s.rounds, repeats: s.repeats, log: log}
	var installed []*peer
	var skipped []string
	for _, p := range c.Peers {
		if why := h.missing(p); why != "" {
			skipped = append(skipped, p.Name+": "+why)
			fmt.Fprintf(log, "skipped: %s: %s\n", p.Name, why)
			continue
		}
		installed = append(installed, p)
	}
	var results []*result
	for _, puzzle := range c.Puzzles {
		var peers []*peer
		for _, p := range installed {
			if p.runsOn(puzzle) && only.MatchString(puzzle+" "+p.Name) {
				peers = append(peers, p)
			}
		}
		if len(peers) == 0 {
			continue
		}
		more, err := h.measure(ctx, puzzle, peers)
		if err != nil {
			return nil, err
		}
		results = append(results, more...)
	}
	if len(results) == 0 {
		return nil, fmt.Errorf("nothing to measure: no program is installed, or none is asked for")
	}
	return results, s.write(sections(results), skipped)
}

// write writes the table and the chart.
func (s *settings) write(all []section, skipped []string) error {
	var table, chart bytes.Buffer
	if err := writeTable(&table, all, s.rounds, skipped); err != nil {
		return err
	}
	if err := writeChart(&chart, all); err != nil {
		return err
	}
	for name, text := range map[string][]byte{"peers.md": table.Bytes(), "peers.svg": chart.Bytes()} {
		if err := os.WriteFile(filepath.Join(s.folder, name), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}
