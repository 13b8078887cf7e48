package formats

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
)

// A look is what formats are told by: a text without white space around it, and its
// first lines.
type look struct {
	text  string
	lines []string
}

func lookAt(text string) look {
	text = strings.TrimSpace(text)
	return look{text, strings.SplitN(text, "\n", maxDetect)}
}

// begins reports whether the text begins with one of the characters.
func (l look) begins(chars string) bool {
	return l.text != "" && strings.IndexByte(chars, l.text[0]) >= 0
}

// maxDetect is how many lines are looked at.
const maxDetect = 1000

// Foreign says what a file is that begins like this, where that is certainly none of
// the formats that are read here, and what to do about it; "" where it may be one.
// A kilobyte is enough to tell.
func Foreign(head []byte) string {
	for _, kind := range foreign {
		if bytes.HasPrefix(head, []byte(kind.magic)) {
			return "this is " + kind.text
		}
	}
	if len(head) > tarMagic && bytes.HasPrefix(head[tarMagic:], []byte("ustar")) {
		return "this is a tar archive; unpack it first"
	}
	text := strings.ToLower(string(bytes.TrimSpace(head[:min(len(head), 1024)])))
	switch {
	case strings.HasPrefix(text, "<!doctype html"), strings.HasPrefix(text, "<html"):
		return "this is a web page; save the file itself, not the page that shows it"
	case strings.HasPrefix(text, "<?xml") && !startsPuzzle(text), strings.HasPrefix(text, "<svg"):
		return "this is XML, which is not read here"
	case utf16Without(head):
		return "the file is UTF-16; save it as UTF-8"
	}
	return ""
}

// foreign lists what files of other kinds begin with.
var foreign = []struct{ magic, text string }{
	{"\x1f\x8b", "a gzip file; unpack it first (gunzip)"},
	{"\x28\xb5\x2f\xfd", "a zstd file; unpack it first (unzstd)"},
	{"\xfd7zXZ\x00", "an xz file; unpack it first (unxz)"},
	{"BZh", "a bzip2 file; unpack it first (bunzip2)"},
	{"PK\x03\x04", "a zip archive, or a document that is one inside; unpack it first"},
	{"7z\xbc\xaf\x27\x1c", "a 7-Zip archive; unpack it first"},
	{"%PDF-", "a PDF file; a puzzle is text"},
	{"\x89PNG\r\n", "a picture (PNG); a puzzle is text"},
	{"\xff\xd8\xff", "a picture (JPEG); a puzzle is text"},
	{"GIF8", "a picture (GIF); a puzzle is text"},
	{"\x7fELF", "a program; a puzzle is text"},
}

// tarMagic is where a tar archive says that it is one.
const tarMagic = 257

// utf16Without reports whether every second byte of some is zero, as in most texts
// that are UTF-16 without a mark that says so.
func utf16Without(head []byte) bool {
	head = head[:min(len(head), 64)&^1]
	var zeros [2]int
	for k, b := range head {
		if b == 0 {
			zeros[k%2]++
		}
	}
	half := len(head) / 2
	return half > 1 && (zeros[0] == half && zeros[1] == 0 || zeros[1] == half && zeros[0] == 0)
}

// otherText says what a text is that a solver reads or prints, and "" of any other.
func otherText(text string) string {
	for line := range strings.Lines(text) {
		switch word, rest, _ := strings.Cut(strings.TrimRight(line, "\n"), " "); {
		case word == "c":
			continue
		case word == "p" && strings.HasPrefix(rest, "cnf "):
			return "this is a formula for SAT solvers (DIMACS), and no puzzle"
		case word == "s" && strings.HasSuffix(rest, "SATISFIABLE"):
			return "this is the answer of a SAT solver, and no puzzle; exactile decode reads it"
		}
		return ""
	}
	return ""
}

// pattern returns a regular expression that is compiled when it is first asked for: all
// of them together take longer than to read and solve a small puzzle.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
