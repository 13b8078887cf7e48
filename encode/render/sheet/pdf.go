//go:build !lean

package sheet

import (
	"io"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"github.com/exactile/exactile/encode/render/internal/outline"
)

// PDF writes the booklet. The same booklet gives the same bytes.
func (s *booklet) PDF(w io.Writer) error {
	if err := s.finish(); err != nil {
		return err
	}
	f := fpdf.NewCustom(&fpdf.InitType{OrientationStr: "P", UnitStr: "mm",
		Size: fpdf.SizeType{Wd: s.o.Width, Ht: s.o.Height}})
	f.SetAutoPageBreak(false, 0)
	f.SetCatalogSort(true)
	// The creation date is fixed, so that the file does not depend on the day of writing.
	f.SetCreationDate(time.Unix(0, 0).UTC())
	f.SetModificationDate(time.Unix(0, 0).UTC())
	f.SetProducer("exactile", true)
	f.SetTitle(strings.Join(s.names, ", "), true)
	f.SetLang("en")
	f.SetLineCapStyle("round")
	f.SetLineJoinStyle("round")
	for _, p := range s.pages {
		f.AddPageFormat("P", fpdf.SizeType{Wd: p.width, Ht: p.height})
		if c := p.clip; c != nil {
			f.ClipRect(c[0], c[1], c[2], c[3], false)
		}
		onPDF(f, p.art)
		if p.clip != nil {
			f.ClipEnd()
		}
		onPDF(f, p.margin)
	}
	if len(s.pages) == 0 {
		f.AddPage()
	}
	return f.Output(w)
}

func onPDF(f *fpdf.Fpdf, a art) {
	for _, s := range a.shapes {
		f.SetFillColor(int(s.fill.R), int(s.fill.G), int(s.fill.B))
		var at outline.Point
		for _, step := range s.path {
			switch step.Op {
			case outline.Move:
				f.MoveTo(step.To.X, step.To.Y)
			case outline.Line:
				f.LineTo(step.To.X, step.To.Y)
			case outline.Curve: // a parabola, written as a cubic curve
				by := func(p outline.Point) (x, y float64) {
					return p.X + (step.By.X-p.X)*2/3, p.Y + (step.By.Y-p.Y)*2/3
				}
				ax, ay := by(at)
				bx, b := by(step.To)
				f.CurveBezierCubicTo(ax, ay, bx, b, step.To.X, step.To.Y)
			case outline.Close:
				f.ClosePath()
			}
			at = step.To
		}
		f.DrawPath("F")
	}
	for _, l := range a.lines {
		p := pens[l.pen]
		f.SetLineWidth(p.width)
		f.SetDrawColor(p.grey, p.grey, p.grey)
		for n, v := range l.points {
			if n == 0 {
				f.MoveTo(v.X, v.Y)
			} else {
				f.LineTo(v.X, v.Y)
			}
		}
		f.DrawPath("D")
	}
}
