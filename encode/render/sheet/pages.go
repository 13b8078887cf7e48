package sheet

import (
	"bufio"
	"fmt"
	"io"
)

// Pages writes the booklet as one SVG a page, one after another, each as large as its page with a
// unit a millimetre: the content of the PDF, for programs that print by other means.
func (s *booklet) Pages(to io.Writer) error {
	if err := s.finish(); err != nil {
		return err
	}
	w := bufio.NewWriter(to)
	for n, p := range s.pages {
		fmt.Fprintf(w,
			`<svg xmlns="http://www.w3.org/2000/svg" width="%[1]smm" height="%[2]smm" `+
				`viewBox="0 0 %[1]s %[2]s">`+"\n", milli(p.width), milli(p.height))
		if c := p.clip; c != nil {
			fmt.Fprintf(w,
				"<clipPath id=\"page-%d\"><path d=\"M%s %sh%sv%sh-%sZ\"/></clipPath>\n<g "+
					"clip-path=\"url(#page-%[1]d)\">\n", n+1, milli(c[0]), milli(c[1]), milli(c[2]),
				milli(c[3]), milli(c[2]))
		}
		onSVG(w, p.art)
		if p.clip != nil {
			fmt.Fprintf(w, "</g>\n")
		}
		onSVG(w, p.margin)
		fmt.Fprintf(w, "</svg>\n")
	}
	return w.Flush()
}

// pens are the pens of a printed page: width, and grey from 0, which is black.
var pens = map[pen]struct {
	width float64
	grey  int
}{cut: {0.25, 0}, bold: {0.5, 0}, thin: {0.15, 110}}

// onSVG draws art with the pens of a printed page.
func onSVG(w io.Writer, a art) {
	for _, s := range a.shapes {
		fmt.Fprintf(w, "<path fill=\"%s\" d=\"%s\"/>\n", s.fill.CSS(), s.path.SVG())
	}
	for _, l := range a.lines {
		p := pens[l.pen]
		fmt.Fprintf(w,
			"<path fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" "+
				"stroke=\"rgb(%[1]d,%[1]d,%[1]d)\" stroke-width=\"%[2]g\" d=%[3]q/>\n", p.grey,
			p.width, through(l.points))
	}
}
