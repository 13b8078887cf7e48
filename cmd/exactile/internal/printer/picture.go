package printer

import (
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/internal/faults"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/internal/text"
)

// pictureForm draws solutions into one file. Shown from a corner, it notes which pieces of one of
// them that hides.
func pictureForm(p *output) (form, error) {
	if p.format == "png" && p.screen.Terminal {
		return form{}, cli.Misusef("a PNG is not text: write it to a file with -o FILE.png")
	}
	pages := &spool{}
	p.console.AtEnd(pages.remove)
	options := p.options
	options.Spool = pages
	if p.format == "html" {
		options.Reason = text.List(faults.Find(p.tiling).Notes, "; ")
	}
	drawing, err := render.New(p.w, p.format, p.tiling, options)
	if err != nil {
		return form{}, err
	}
	var hidden []string // of the first solution with any
	corner := options.View == "iso" && p.format != "html"
	solution := func(s cover.Solution) error {
		if corner && hidden == nil {
			if hidden = render.Hidden(p.tiling, s); hidden != nil {
				p.console.Note("hidden from this corner in solution %d: %s; "+
					"--view exploded shows all", p.n, text.Visible(text.List(hidden, ", ")))
			}
		}
		return drawing.Add(s)
	}
	end := func(_ int64, complete, _ bool) error {
		if d, ok := drawing.(interface {
			UpTo(symmetries int, solutions int64)
		}); ok { // it prints a text
			d.UpTo(p.Orbits.Symmetries, p.Orbits.Solutions)
		}
		return drawing.Close(!complete)
	}
	return form{solution: solution, end: end}, nil
}
