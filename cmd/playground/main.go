//go:build !js

// Command playground writes exactile as a web page: a folder with one self-contained file, for
// a web server or to be opened directly.
//
//	go run ./cmd/playground -o DIR
//
// The same package, built for js/wasm, is the program inside the page. It runs in a worker
// that the page can end; package desk answers its questions.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"html/template"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/exactile/exactile/cmd/playground/internal/desk"
	"github.com/exactile/exactile/encode/render/gallery"
	"github.com/exactile/exactile/encode/render/page"
)

func main() {
	if err := run(os.Args[1:], os.Stderr); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "playground:", err)
			os.Exit(1)
		}
	}
}

// run is the command: it writes the page into the folder of its arguments.
func run(args []string, stderr io.Writer) error {
	flags := flag.NewFlagSet("playground", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, `Usage: go run ./cmd/playground -o DIR

playground builds exactile for browsers and writes it with its page as
DIR/index.html: one file that asks for no other, to open as it lies or to put
on any web server.

`)
		flags.PrintDefaults()
	}
	dir := flags.String("o", "", "`DIR` to write index.html to; it is made if it is not there")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *dir == "" || flags.NArg() > 0 {
		flags.Usage()
		return errors.New("want -o DIR and nothing else")
	}
	program, err := build()
	if err != nil {
		return err
	}
	glue, err := goFile("lib/wasm/wasm_exec.js")
	if err != nil {
		return err
	}
	var page bytes.Buffer
	if err := write(&page, program, glue); err != nil {
		return err
	}
	if err := os.MkdirAll(*dir, 0o755); err != nil {
		return err
	}
	file := filepath.Join(*dir, "index.html")
	if err := os.WriteFile(file, page.Bytes(), 0o644); err != nil {
		return err
	}
	fmt.Fprintf(stderr, "%s: %.2f MB, in it the program of %.2f MB, %.2f MB compressed\n",
		file, megabytes(page.Len()), megabytes(len(program)), megabytes(len(gzipped(program))))
	return nil
}

func megabytes(n int) float64 { return float64(n) / 1e6 }

// letters are the digits of base85, none of which means anything in markup.
const letters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" +
	".-:+=^!/*?_~|()[]{}@%$#"

// base85 writes four bytes as five digits, the highest first, and before them how many zeros fill
// up the last four. A page with base64 would be a fifteenth larger.
func base85(data []byte) string {
	fill := -len(data) & 3
	text := strconv.AppendInt(nil, int64(fill), 10)
	for data = append(data, make([]byte, fill)...); len(data) > 0; data = data[4:] {
		n := binary.BigEndian.Uint32(data)
		for _, unit := range []uint32{85 * 85 * 85 * 85, 85 * 85 * 85, 85 * 85, 85, 1} {
			text = append(text, letters[n/unit%85])
		}
	}
	return string(text)
}

// packagePath is this package.
const packagePath = "github.com/exactile/exactile/cmd/playground"

// build builds this package for browsers and returns the program. Only the native search,
// runtime and math are inlined, which makes it smaller by a fifth and no search slower.
func build() ([]byte, error) {
	dir, err := os.MkdirTemp("", "exactile-playground-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "exactile.wasm")
	cmd := exec.Command("go", "build", "-tags", "lean", "-trimpath", "-buildvcs=false",
		"-ldflags", "-s -w -buildid=", "-gcflags", "all=-l",
		"-gcflags", "github.com/exactile/exactile/native/...=", "-gcflags", "runtime=",
		"-gcflags", "math/...=", "-o", file, packagePath)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, text)
	}
	return os.ReadFile(file)
}

// goFile reads a file of the Go installation in use.
func goFile(name string) ([]byte, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), filepath.FromSlash(name)))
}

// gzipped compresses data like gzip -9 -n.
func gzipped(data []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // a valid level
	w.Write(data)                                         // a buffer never fails
	w.Close()
	return b.Bytes()
}

// scripts are the parts of the page's script, each of which uses only those before it.
var scripts = []string{"client.js", "day.js", "table.js", "board.js", "figure.js", "hands.js",
	"answers.js", "edit.js", "think.js", "playground.js"}

//go:embed page
var files embed.FS

// A card is a puzzle to begin with.
type card struct {
	Name, Title, Text string
	Limit             int // pieces of a solution that the drawing shows; 0: all
	Picture           template.URL
}

var cards = []card{
	{Name: "today", Title: "Today's puzzle", Text: "One solution, the same for everybody"},
	{Name: "pentominoes:10x6", Title: "Classic 6×10", Text: "Twelve pieces, 9356 ways"},
	{Name: "calendar", Title: "Calendar", Text: "Leave today's date open", Limit: 5},
	{Name: "soma", Title: "Soma cube", Text: "Seven pieces, one cube"},
	{Name: "hexagon", Title: "Hexagon", Text: "All pieces of three and four hexagons"},
	{Name: "cilada:7", Title: "Patterned cells", Text: "Each piece on its own pattern", Limit: 5},
	{Name: "pyramid", Title: "Pyramid", Text: "Twelve pieces of balls, 2448 ways"},
	{Name: "polysticks", Title: "Polysticks", Text: "Eight pieces of sticks, none crossing"},
	{Name: "genius", Title: "Genius Square", Text: "Seven dice block seven cells", Limit: 10},
}

// drawn returns the cards with their pictures, made by the program of this page.
func drawn() ([]card, error) {
	var all []card
	for _, c := range cards {
		if c.Name == "today" || c.Name == "calendar" {
			all = append(all, c) // the page draws these two, for the day on which it is seen
			continue
		}
		question, err := json.Marshal(desk.Request{Kind: "card", Name: c.Name, Limit: c.Limit})
		if err != nil {
			return nil, err
		}
		var a struct {
			Error  string
			Answer struct{ Text string }
		}
		if err := json.Unmarshal((&desk.Desk{}).Handle(context.Background(), question),
			&a); err != nil {
			return nil, err
		}
		if a.Error != "" {
			return nil, errors.New(a.Error)
		}
		c.Picture = template.URL("data:image/svg+xml;base64," +
			base64.StdEncoding.EncodeToString([]byte(a.Answer.Text)))
		all = append(all, c)
	}
	return all, nil
}

// write writes the page with the program and the JavaScript glue of Go's distribution.
func write(w io.Writer, program, glue []byte) error {
	text := func(name string) string {
		b, _ := files.ReadFile("page/" + name) // it is embedded
		return string(b)
	}
	style, script := gallery.Assets()
	for _, name := range scripts {
		script += text(name)
	}
	all, err := drawn()
	if err != nil {
		return err
	}
	script = strings.Replace(script, "LETTERS", strconv.Quote(letters), 1)
	markup, err := template.New("page").Parse(text("playground.html"))
	if err != nil {
		return err
	}
	var body bytes.Buffer
	if err := markup.Execute(&body, all); err != nil {
		return err
	}
	p := page.Page{
		Title: "exactile playground",
		Lead: "Puzzles of pieces that fill a board: lay them by hand, see how many ways are " +
			"left, find them all. Nothing leaves this page.",
		Style: style + text("playground.css"), Body: template.HTML(body.String()),
		Script: script, Workers: true,
		Texts: map[string]string{
			"worker":  string(glue) + text("worker.js"),
			"program": base85(gzipped(program)),
		},
		Footer: "Made by exactile's cmd/playground. " +
			"Save this page, and it works without a network.",
	}
	return p.Write(w)
}
