// Package typeface writes letters and marks as paths, so that a picture looks the same wherever it
// is opened, whatever fonts are installed.
package typeface

import (
	"math"
	"strconv"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/exactile/exactile/encode/render/internal/outline"
)

// A Face turns text into paths. It is used by one goroutine.
type Face struct {
	font   *sfnt.Font
	buffer sfnt.Buffer
}

// New returns the Go font in bold, which has the letters of the Latin, Greek and Cyrillic scripts.
func New() (*Face, error) {
	f, err := sfnt.Parse(gobold.TTF)
	if err != nil {
		return nil, err
	}
	return &Face{font: f}, nil
}

// Has reports whether the typeface can write c.
func (t *Face) Has(c rune) bool {
	n, err := t.font.GlyphIndex(&t.buffer, c)
	return err == nil && n != 0
}

// unit is the size at which letters are taken from the font.
const unit = 1000

// Text returns a line of characters of the given size, the middle of its box at the origin.
// Characters that the typeface cannot write are left out.
func (t *Face) Text(line string, size float64) (outline.Path, error) {
	path, err := t.line(line)
	if err != nil {
		return nil, err
	}
	low, high := path.Bounds()
	middle := outline.Point{X: -(low.X + high.X) / 2, Y: -(low.Y + high.Y) / 2}
	return path.Moved(middle).Scaled(size / unit), nil
}

// Fitted is Text, made smaller if it would be wider than most. The middle of capitals is at the
// origin, so that words beside each other stand on one line.
func (t *Face) Fitted(line string, size, most float64) (outline.Path, error) {
	path, err := t.line(line)
	if err != nil {
		return nil, err
	}
	capital, err := t.line("H")
	if err != nil {
		return nil, err
	}
	low, high := path.Bounds()
	top, foot := capital.Bounds()
	middle := outline.Point{X: -(low.X + high.X) / 2, Y: -(top.Y + foot.Y) / 2}
	scale := size / unit
	if wide := high.X - low.X; wide*scale > most {
		scale = most / wide
	}
	return path.Moved(middle).Scaled(scale), nil
}

// line returns a line of characters of the size unit, from the origin on.
func (t *Face) line(line string) (outline.Path, error) {
	var path outline.Path
	x := 0.0
	for _, c := range line {
		n, err := t.font.GlyphIndex(&t.buffer, c)
		if err != nil {
			return nil, err
		}
		if n == 0 {
			continue
		}
		segments, err := t.font.LoadGlyph(&t.buffer, n, fixed.I(unit), nil)
		if err != nil {
			return nil, err
		}
		path = append(path, glyph(segments).Moved(outline.Point{X: x})...)
		advance, err := t.font.GlyphAdvance(&t.buffer, n, fixed.I(unit), font.HintingNone)
		if err != nil {
			return nil, err
		}
		x += float64(advance) / 64
	}
	return path, nil
}

func glyph(segments sfnt.Segments) outline.Path {
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
func (t *Face) Labels(letters []rune, size float64) ([]outline.Path, error) {
	paths := make([]outline.Path, len(letters))
	for k, letter := range letters {
		text, size := string(letter), size
		if !t.Has(letter) {
			text = strconv.Itoa(k + 1)
			size = size * 1.5 / math.Max(1.5, float64(len(text)))
		}
		var err error
		if paths[k], err = t.Text(text, size); err != nil {
			return nil, err
		}
	}
	return paths, nil
}
