package sheet

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/exactile/exactile/encode/render/internal/outline"
)

// between is the gap between plates in a drawing that holds several.
const between = 10

// extent returns the size of all plates side by side.
func (s *booklet) extent() (width, height float64) {
	for _, p := range s.pages {
		width += p.width + between
		height = max(height, p.height)
	}
	return max(0, width-between), height
}

// SVG writes the plates side by side, a unit a millimetre: lines to cut in red, lines to engrave in
// black.
func (s *booklet) SVG(to io.Writer) error {
	w := bufio.NewWriter(to)
	width, height := s.extent()
	fmt.Fprintf(w,
		`<svg xmlns="http://www.w3.org/2000/svg" width="%[1]smm" height="%[2]smm" `+
			`viewBox="0 0 %[1]s %[2]s" style="background:#fff">`+"\n<title>",
		outline.Number(width), outline.Number(height))
	xml.EscapeText(w, []byte(strings.Join(s.names, ", ")))
	fmt.Fprintf(w, "</title>\n")
	at := 0.0
	for n, p := range s.pages {
		fmt.Fprintf(w, "<g id=\"plate-%d\" transform=\"translate(%s 0)\">\n", n+1,
			outline.Number(at))
		fmt.Fprintf(w, "<g id=\"engrave-%d\" fill=\"none\" stroke=\"#000\" stroke-width=\".1\">\n",
			n+1)
		for _, shape := range p.shapes {
			if !shape.ground {
				fmt.Fprintf(w, "<path fill=\"#000\" stroke=\"none\" d=%q/>\n", shape.path.SVG())
			}
		}
		for _, l := range p.lines {
			if l.pen != cut {
				fmt.Fprintf(w, "<path d=%q/>\n", through(l.points))
			}
		}
		fmt.Fprintf(w,
			"</g>\n<g id=\"cut-%d\" fill=\"none\" stroke=\"#f00\" stroke-width=\".1\">\n", n+1)
		for _, l := range p.lines {
			if l.pen == cut {
				fmt.Fprintf(w, "<path d=%q/>\n", through(l.points))
			}
		}
		fmt.Fprintf(w, "</g>\n</g>\n")
		at += p.width + between
	}
	fmt.Fprintf(w, "</svg>\n")
	return w.Flush()
}

// through spells a line, to a thousandth of a millimetre: a kerf is given in hundredths.
func through(points []outline.Point) string {
	var b strings.Builder
	last := len(points) - 1
	for n, p := range points {
		switch {
		case n == 0:
			b.WriteByte('M')
		case n == last && p == points[0]:
			b.WriteByte('Z')
			continue
		default:
			b.WriteByte('L')
		}
		fmt.Fprintf(&b, "%s %s", milli(p.X), milli(p.Y))
	}
	return b.String()
}

// milli spells a length to a thousandth.
func milli(x float64) string {
	text := strings.TrimRight(fmt.Sprintf("%.3f", x), "0")
	if text = strings.TrimSuffix(text, "."); text == "-0" {
		return "0"
	}
	return text
}
