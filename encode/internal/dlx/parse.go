package dlx

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/located"
)

// maxBlank bounds the empty lines of a text: they take time, and a gigabyte of them compresses to a
// few bytes.
const maxBlank = 1 << 16

// maxMessage is the longest message, in bytes.
const maxMessage = 1000

// Parse reads a model. The name is for error messages. A fault of the text is an error with its
// place, whose column counts bytes; errors of r are returned unchanged. The model is valid in the
// sense of cover.Model.Validate.
func Parse(r io.Reader, name string, limits Limits) (*cover.Model, error) {
	return parse(r, name, limits, manyGroups)
}

// parse is Parse with a limit on the groups that agree in pairs.
func parse(r io.Reader, name string, limits Limits, most int) (*cover.Model, error) {
	limits = limits.withDefaults()
	p := &parser{
		name:   name,
		limits: limits,
		most:   most,
		items:  make(map[string]int),
		m:      new(cover.Model),
	}
	// One byte more than allowed, to detect an excess.
	counted := &io.LimitedReader{R: r, N: int64(limits.Bytes) + 1}
	lines := bufio.NewScanner(counted)
	lines.Buffer(nil, limits.Line)
	consumed := 0
	for lines.Scan() {
		p.line++
		consumed += len(lines.Bytes()) + 1
		if counted.N <= 0 && consumed > limits.Bytes {
			return nil, p.errorf(0, "more than %d bytes", limits.Bytes)
		}
		if p.parseLine(lines.Bytes()); p.err != nil {
			p.refuseComment()
			return nil, p.err
		}
	}
	if err := lines.Err(); err != nil {
		p.line++
		if errors.Is(err, bufio.ErrTooLong) {
			return nil, p.errorf(0, "a line of more than %d bytes", limits.Line-1)
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if counted.N <= 0 {
		return nil, p.errorf(0, "more than %d bytes", limits.Bytes)
	}
	if p.finish(); p.err != nil {
		return nil, p.err
	}
	return p.m, nil
}

type parser struct {
	name   string
	limits Limits
	most   int // limit on the groups of options that agree in pairs
	line   int
	blank  int // empty lines so far
	err    error

	m          *cover.Model
	items      map[string]int
	itemsLine  int    // its number; 0 before it
	firstWord  string // of the items line
	primary    int    // items before the lone "|"
	entries    int
	coloured   map[int]bool // secondary items that an option gives a colour
	colours    colours
	arena      []int // the options' items, end to end in blocks
	headerLine int   // 0: no header comment
	want       struct{ items, options, added int }
}

func (p *parser) errorf(at int, format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	if len(text) > maxMessage { // it quotes a word of the text
		text = strings.ToValidUTF8(text[:maxMessage], "") + "..."
	}
	return located.Errorf(p.name, max(p.line, 1), at+1, "%s", text)
}

// fail keeps the first fault of the line.
func (p *parser) fail(at int, format string, args ...any) {
	if p.err == nil {
		p.err = p.errorf(at, format, args...)
	}
}

func (p *parser) parseLine(line []byte) {
	if p.line == 1 {
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	}
	trimmed := bytes.TrimLeft(line, blanks)
	switch {
	case len(trimmed) == 0:
		if p.blank++; p.blank > maxBlank {
			p.fail(0, "more than %d empty lines", maxBlank)
		}
	case trimmed[0] == '|':
		p.parseComment(string(trimmed))
	case p.itemsLine == 0:
		p.itemsLine = p.line
		for f := range fields(line) {
			p.firstWord = string(f.text)
			break
		}
		p.parseItems(line)
	default:
		p.parseOption(line)
	}
}

// parseComment reads the counts from the comment that Write makes. Only the comment before the
// items line is used, and only once.
func (p *parser) parseComment(text string) {
	if p.itemsLine > 0 || p.headerLine > 0 || !strings.HasPrefix(text, Mark) {
		return
	}
	text = strings.TrimRight(text, blanks)
	w := &p.want
	fmt.Sscanf(text, header, &w.items, &w.options, &w.added)
	// Printing the numbers again checks strictly that there was no other text.
	spelled := fmt.Sprintf(header, w.items, w.options, w.added)
	if text != spelled || w.added < 0 || w.added > w.items {
		p.fail(0, "a line that starts with \"| exactile:\" must read "+
			"\"| exactile: items I options O added A\"")
	}
	p.headerLine = p.line
}

// arenaBlock is the number of entries that are allocated at a time.
const arenaBlock = 1 << 12

const blanks = " \t\r\v\f"

// field is a word of a line and its place.
type field struct {
	text []byte
	at   int
}

// fields returns the words of a line one after another.
func fields(line []byte) func(yield func(field) bool) {
	return func(yield func(field) bool) {
		for at := 0; at < len(line); {
			if strings.IndexByte(blanks, line[at]) >= 0 {
				at++
				continue
			}
			end := at
			for end < len(line) && strings.IndexByte(blanks, line[end]) < 0 {
				end++
			}
			if !yield(field{line[at:end], at}) {
				return
			}
			at = end
		}
	}
}

func (p *parser) parseItems(line []byte) {
	p.primary = -1
	for f := range fields(line) {
		if len(f.text) == 1 && f.text[0] == '|' {
			if p.primary >= 0 {
				p.fail(f.at, "a second lone '|' on the items line")
			}
			p.primary = len(p.m.Items)
			continue
		}
		it := p.parseItem(f)
		if j, dup := p.items[it.Name]; dup {
			p.fail(f.at, "item %q is already item %d of this line", it.Name, j+1)
		}
		if len(p.m.Items) >= p.limits.Items {
			p.fail(f.at, "more than %d items", p.limits.Items)
		}
		if p.err != nil {
			return
		}
		p.items[it.Name] = len(p.m.Items)
		p.m.Items = append(p.m.Items, it)
	}
	if p.primary < 0 {
		p.primary = len(p.m.Items)
	}
}

// parseItem reads "name", "hi|name" or "lo:hi|name".
func (p *parser) parseItem(f field) cover.Item {
	it := cover.Item{Min: 1, Max: 1}
	secondary := p.primary >= 0
	if secondary {
		it.Min = 0
	}
	text, at := string(f.text), f.at
	if bounds, rest, bounded := strings.Cut(text, "|"); bounded {
		if secondary {
			p.fail(at, "bounds %q on a secondary item, which is always covered at most once",
				bounds)
		}
		low, high, ranged := strings.Cut(bounds, ":")
		if !ranged {
			high = low
		}
		it.Min = p.parseBound(low, at)
		it.Max = p.parseBound(high, at+len(bounds)-len(high))
		if it.Min > it.Max {
			p.fail(at, "lower bound %d exceeds upper bound %d", it.Min, it.Max)
		}
		text, at = rest, at+len(bounds)+1
	}
	if err := validName(text); err != nil {
		p.fail(at, "%v; an item is NAME, HI|NAME or LO:HI|NAME", err)
	}
	it.Name = text
	return it
}

func (p *parser) parseBound(digits string, at int) int {
	n, err := strconv.ParseUint(digits, 10, 31)
	if err != nil || n > maxBound {
		p.fail(at, "%q is no bound: want a whole number from 0 to %d", digits, maxBound)
	}
	return int(n)
}

func (p *parser) parseOption(line []byte) {
	if len(p.m.Options) >= p.limits.Options {
		p.fail(0, "more than %d options", p.limits.Options)
	}
	words := 0
	for range fields(line) {
		words++
	}
	// A full block is not grown but replaced: growing would copy its options.
	if cap(p.arena)-len(p.arena) < words {
		p.arena = make([]int, 0, max(words, arenaBlock))
	}
	if len(p.m.Options) == cap(p.m.Options) {
		p.m.Options = slices.Grow(p.m.Options, max(64, len(p.m.Options)))
	}
	start := len(p.arena)
	for f := range fields(line) {
		i, ok := p.items[string(f.text)]
		if !ok {
			i = p.parseColour(f)
		}
		if p.entries++; p.entries > p.limits.Entries {
			p.fail(f.at, "more than %d items in all options together", p.limits.Entries)
		}
		if p.err != nil {
			return
		}
		p.arena = append(p.arena, i)
	}
	items := p.arena[start:len(p.arena):len(p.arena)]
	slices.Sort(items)
	for k := 1; k < len(items); k++ {
		if items[k] == items[k-1] {
			p.fail(0, "item %q occurs twice in this option", p.m.Items[items[k]].Name)
		}
	}
	if items[0] >= p.primary {
		p.fail(0, "this option has no primary item, so Knuth's programs ignore it; "+
			"leave it out, or declare one of its items as 0:1|NAME before the lone '|' "+
			"if it may be chosen")
	}
	p.m.Options = append(p.m.Options, items)
}

// parseColour reads "item:colour", and returns the item.
func (p *parser) parseColour(f field) int {
	name, text, coloured := bytes.Cut(f.text, []byte(":"))
	i, ok := p.items[string(name)]
	if !ok {
		if commented(string(f.text)) {
			p.fail(f.at, "%q is no item of the items line; %s", f.text, adviceOnComments)
		}
		if !coloured && bytes.IndexByte(f.text, '|') >= 0 {
			p.fail(f.at, "%q: '|' belongs on the items line, or at the start of a comment line",
				f.text)
		}
		p.fail(f.at, "%q is no item of the items line", name)
	}
	at := f.at + len(name)
	if i < p.primary {
		p.fail(at, "%q has a colour, but %q is no secondary item", f.text, name)
	}
	if err := validName(string(text)); err != nil {
		p.fail(at, "%q has no colour that can be read: %v", f.text, err)
	}
	if p.colours == nil {
		p.colours, p.coloured = make(colours), make(map[int]bool)
	}
	given := colour{i, string(text)}
	p.colours[given] = append(p.colours[given], len(p.m.Options))
	p.coloured[i] = true
	return i
}

// paint turns the colours that were read into bounds.
func (p *parser) paint() {
	if p.want.added > 0 {
		p.failHeader("a model with added items has no colours")
		return
	}
	given := make(map[[2]int]bool) // item of an option that has a colour
	for at, options := range p.colours {
		for _, o := range options {
			given[[2]int{o, at.item}] = true
		}
	}
	for o, items := range p.m.Options {
		kept := slices.Clone(items)
		kept = slices.DeleteFunc(kept, func(i int) bool {
			if p.coloured[i] && !given[[2]int{o, i}] {
				plain := colour{item: i}
				p.colours[plain] = append(p.colours[plain], o)
			}
			return p.coloured[i]
		})
		p.m.Options[o] = kept
	}
	if err := p.colours.rewrite(p.m, p.limits, p.most); err != nil {
		p.fail(0, "%v", err)
	}
}

// commented reports whether a word begins a comment in other programs' files.
func commented(word string) bool {
	return slices.ContainsFunc([]string{"#", "//", "/*", "%", ";", "--"}, func(mark string) bool {
		return strings.HasPrefix(word, mark)
	})
}

const adviceOnComments = "a comment is a line of its own that begins with |"

// refuseComment fails if the items line is a comment of another program: it begins like one, and
// no option covers its first item. A model that Write wrote may have such an item. After another
// error the item may be one whose options are still to come, such as #1.
func (p *parser) refuseComment() {
	if p.headerLine > 0 || p.itemsLine == 0 || !commented(p.firstWord) ||
		p.err != nil && strings.Trim(p.firstWord[1:], "0123456789") == "" && len(p.firstWord) > 1 {
		return
	}
	covers := func(items []int) bool { return len(items) > 0 && items[0] == 0 }
	if !slices.ContainsFunc(p.m.Options, covers) {
		p.err, p.line = nil, p.itemsLine
		p.fail(0, "this line would name the items, but looks like a comment; %s", adviceOnComments)
	}
}

func (p *parser) finish() {
	if p.refuseComment(); p.err != nil {
		return
	}
	m, w := p.m, p.want
	switch {
	case p.headerLine > 0 && (w.items != len(m.Items) || w.options != len(m.Options)):
		p.failHeader("announces %d items and %d options, but there are %d and %d",
			w.items, w.options, len(m.Items), len(m.Options))
		return
	case p.headerLine == 0 && p.itemsLine == 0:
		p.fail(0, "no line that names the items")
	}
	m.AddedItems = w.added
	if p.colours != nil {
		p.paint()
	}
}

// failHeader is fail for the header.
func (p *parser) failHeader(format string, args ...any) {
	p.line = p.headerLine
	p.fail(0, format, args...)
}
