// Package foreign recognises files by their first bytes: those that are not puzzles, of which it
// tells what to do about them, and those of BurrTools, which it unpacks.
package foreign

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
)

// Kind names the kind of a file that begins with head, and what to do about it, if the file is
// certainly in none of the formats that are read here; "" if it may be in one. A kilobyte is
// enough.
func Kind(head []byte) string {
	for _, kind := range kinds {
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
	case strings.HasPrefix(text, "<?xml") && !BurrTools(text), strings.HasPrefix(text, "<svg"):
		return "this is XML, which is not read here"
	case utf16Without(head):
		return "the file is UTF-16; save it as UTF-8"
	}
	return ""
}

// BurrTools reports whether a text is XML with a puzzle of BurrTools, judged by its start: it may
// end anywhere before the name of the first element.
func BurrTools(text string) bool {
	const first = "<puzzle"
	for text != "" && text[0] == '<' {
		shut := ">"
		switch {
		case strings.HasPrefix(text, first) || strings.HasPrefix(first, text):
			return true
		case strings.HasPrefix(text, "<!--"):
			shut = "-->"
		case !strings.HasPrefix(text, "<?") && !strings.HasPrefix(text, "<!"):
			return false
		}
		_, rest, shuts := strings.Cut(text, shut)
		text = strings.TrimLeft(rest, " \t\r\n")
		if !shuts || text == "" {
			return true
		}
	}
	return false
}

// Unpacked returns the text of a file packed by gzip, as BurrTools saves them, if it is XML with a
// puzzle. It reads at most one byte beyond most.
func Unpacked(raw []byte, most int) ([]byte, bool) {
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil, false
	}
	head := make([]byte, 1024)
	n, _ := io.ReadFull(z, head)
	if !BurrTools(string(bytes.TrimPrefix(head[:n], []byte("\xef\xbb\xbf")))) {
		return nil, false
	}
	rest, err := io.ReadAll(io.LimitReader(z, int64(most)+1-int64(n)))
	if err != nil {
		return nil, false
	}
	return append(head[:n], rest...), true
}

// kinds lists the first bytes of files of other kinds.
var kinds = []struct{ magic, text string }{
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

// tarMagic is the offset of the magic string in a tar archive.
const tarMagic = 257

// utf16Without reports whether every second byte of head is zero, as in most UTF-16 texts without a
// byte order mark.
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

// Answer names the kind of a text if it is input or output of a SAT solver, or input of the program
// polycube, else returns "".
func Answer(text string) string {
	for line := range strings.Lines(text) {
		switch word, rest, _ := strings.Cut(strings.TrimRight(line, "\n"), " "); {
		case word == "c":
			continue
		case word == "p" && strings.HasPrefix(rest, "cnf "):
			return "this is a formula for SAT solvers (DIMACS), and no puzzle"
		case strings.HasPrefix(word, "D:xDim="):
			return "this is a definition of the program polycube, which is not read any more"
		case word == "s" && strings.HasSuffix(rest, "SATISFIABLE"):
			return "this is the answer of a SAT solver, and no puzzle; exactile decode reads it"
		}
		return ""
	}
	return ""
}
