// Package typeface writes letters and marks as paths, so that a picture looks the same wherever it
// is opened, whatever fonts are installed.
package typeface

import (
	"math"
	"strconv"

	"github.com/exactile/exactile/encode/render/internal/outline"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// A Face turns text into paths. It is used by one goroutine.
type Face struct {
	font   *sfnt.Font
	buffer sfnt.Buffer
	drawn  map[rune]letter // those that were asked for
}

// A letter is a path of the size unit, and how far the next letter is from it.
type letter struct {
	path    outline.Path
	advance float64
}

// New returns the Go font in bold, which has the letters of the Latin, Greek and Cyrillic scripts.
func New() *Face {
	return &Face{font: sound(sfnt.Parse(gobold.TTF)), drawn: make(map[rune]letter)}
}

// sound returns what was read from the font. No error is possible: the font is a part of the
// program, and a test reads all of it.
func sound[T any](v T, err error) T {
	if err != nil {
		panic("typeface: " + err.Error())
	}
	return v
}

// glyph returns the number of the glyph of c, 0 if the typeface cannot write it.
func (t *Face) glyph(c rune) sfnt.GlyphIndex { return sound(t.font.GlyphIndex(&t.buffer, c)) }

// unit is the size at which letters are taken from the font.
const unit = 1000

// Text returns a line of characters of the given size, the middle of its box at the origin.
// Characters that the typeface cannot write are left out.
func (t *Face) Text(line string, size float64) outline.Path {
	path := t.line(line)
	low, high := path.Bounds()
	middle := outline.Point{X: -(low.X + high.X) / 2, Y: -(low.Y + high.Y) / 2}
	return path.Moved(middle).Scaled(size / unit)
}

// Fitted is Text, made smaller if it would be wider than most. The middle of capitals is at the
// origin, so that words beside each other stand on one line.
func (t *Face) Fitted(line string, size, most float64) outline.Path {
	path := t.line(line)
	low, high := path.Bounds()
	top, foot := t.line("H").Bounds()
	middle := outline.Point{X: -(low.X + high.X) / 2, Y: -(top.Y + foot.Y) / 2}
	scale := size / unit
	if wide := high.X - low.X; wide*scale > most {
		scale = most / wide
	}
	return path.Moved(middle).Scaled(scale)
}

// line returns a line of characters of the size unit, from the origin on.
func (t *Face) line(line string) outline.Path {
	var path outline.Path
	x := 0.0
	for _, c := range line {
		l := t.letter(c)
		path = append(path, l.path.Moved(outline.Point{X: x})...)
		x += l.advance
	}
	return path
}

// letter draws a character; nothing if the typeface cannot write it.
func (t *Face) letter(c rune) letter {
	l, ok := t.drawn[c]
	if ok {
		return l
	}
	if c == '★' || c == '☆' {
		at := outline.Point{X: unit / 2, Y: -.36 * unit} // as high as capitals
		l = letter{star(unit*.45, c == '☆').Moved(at), unit}
	} else if n := t.glyph(c); n != 0 {
		l.path = curves(sound(t.font.LoadGlyph(&t.buffer, n, fixed.I(unit), nil)))
		advance := sound(t.font.GlyphAdvance(&t.buffer, n, fixed.I(unit), font.HintingNone))
		l.advance = float64(advance) / 64
	}
	t.drawn[c] = l
	return l
}

// Width is how far a line of characters of the given size goes, without drawing it.
func (t *Face) Width(line string, size float64) (width float64) {
	for _, c := range line {
		width += t.letter(c).advance
	}
	return width * size / unit
}

// curves returns a glyph as a path.
func curves(segments sfnt.Segments) outline.Path {
	var path outline.Path
	point := func(p fixed.Point26_6) outline.Point {
		return outline.Point{X: float64(p.X) / 64, Y: float64(p.Y) / 64}
	}
	for _, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if len(path) > 0 {
				path = append(path, outline.Segment{Op: outline.Close})
			}
			path = append(path, outline.Segment{Op: outline.Move, To: point(s.Args[0])})
		case sfnt.SegmentOpLineTo:
			path = append(path, outline.Segment{Op: outline.Line, To: point(s.Args[0])})
		case sfnt.SegmentOpQuadTo: // TrueType fonts have only these curves
			path = append(path, outline.Segment{Op: outline.Curve, By: point(s.Args[0]),
				To: point(s.Args[1])})
		}
	}
	if len(path) > 0 {
		path = append(path, outline.Segment{Op: outline.Close})
	}
	return path
}

// Labels returns the label of each piece: its letter, or its number in the file, from 1, if the
// typeface lacks the letter.
func (t *Face) Labels(letters []rune, size float64) []outline.Path {
	paths := make([]outline.Path, len(letters))
	for k, letter := range letters {
		text, size := string(letter), size
		if t.glyph(letter) == 0 {
			text = strconv.Itoa(k + 1)
			size = size * 1.5 / math.Max(1.5, float64(len(text)))
		}
		paths[k] = t.Text(text, size)
	}
	return paths
}
