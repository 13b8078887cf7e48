package picture

import (
	"encoding/xml"
	"image"
	"image/color"
	"math"
	"sort"
	"strconv"
	"strings"
	"testing"
)

// rasterised is a second opinion: it reads just the SVG that this package
// writes, as XML, and fills its paths by counting samples, sharing no code with
// what it judges.
func rasterised(t *testing.T, svg []byte, scale float64) image.Image {
	t.Helper()
	var root element
	if err := xml.Unmarshal(svg, &root); err != nil {
		t.Fatal(err)
	}
	number := func(s string) float64 {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	img := image.NewRGBA(image.Rect(0, 0, int(math.Ceil(number(root.attr("width"))*scale)), int(math.Ceil(number(root.attr("height"))*scale))))
	ids := map[string]*element{}
	root.each(func(e *element) { ids[e.attr("id")] = e })
	var paint func(e *element, x, y float64, fill string)
	paint = func(e *element, x, y float64, fill string) {
		if f := e.attr("fill"); f != "" {
			fill = f
		}
		switch e.XMLName.Local {
		case "path":
			fillPath(t, img, polygons(t, e.attr("d"), x, y, scale), fill)
		case "use":
			if a := e.attr("x"); a != "" {
				x, y = x+number(a), y+number(e.attr("y"))
			}
			target := ids[strings.TrimPrefix(e.attr("href"), "#")]
			if target == nil {
				t.Fatalf("nothing is called %s", e.attr("href"))
			}
			paint(target, x, y, fill)
		case "g", "svg":
			if move, ok := strings.CutPrefix(e.attr("transform"), "translate("); ok {
				a, b, _ := strings.Cut(strings.TrimSuffix(move, ")"), " ")
				x, y = x+number(a), y+number(b)
			}
			for k := range e.Children {
				paint(&e.Children[k], x, y, fill)
			}
		}
	}
	paint(&root, 0, 0, "")
	return img
}

type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []element  `xml:",any"`
}

func (e *element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (e *element) each(do func(*element)) {
	do(e)
	for k := range e.Children {
		e.Children[k].each(do)
	}
}

// polygons returns the curves of a path as polygons.
func polygons(t *testing.T, d string, dx, dy, scale float64) [][][2]float64 {
	t.Helper()
	var all [][][2]float64
	var x, y float64
	add := func(px, py float64) {
		x, y = px, py
		last := len(all) - 1
		all[last] = append(all[last], [2]float64{(px + dx) * scale, (py + dy) * scale})
	}
	for d != "" {
		op := d[0]
		end := strings.IndexAny(d[1:], "MLHVQZ") + 1
		if end == 0 {
			end = len(d)
		}
		var v []float64
		for _, field := range strings.Fields(strings.ReplaceAll(d[1:end], "-", " -")) {
			f, err := strconv.ParseFloat(field, 64)
			if err != nil {
				t.Fatal(err)
			}
			v = append(v, f)
		}
		d = d[end:]
		switch op {
		case 'M':
			all = append(all, nil)
			add(v[0], v[1])
		case 'L':
			add(v[0], v[1])
		case 'H':
			add(v[0], y)
		case 'V':
			add(x, v[0])
		case 'Q':
			x0, y0 := x, y
			for k := 1; k <= 8; k++ {
				s := float64(k) / 8
				a, b, c := (1-s)*(1-s), 2*s*(1-s), s*s
				add(a*x0+b*v[0]+c*v[2], a*y0+b*v[1]+c*v[3])
			}
		}
	}
	return all
}

// samples of a pixel in each direction.
const fine = 8

// fillPath blends a colour in by the share of a pixel's samples with a winding
// number other than 0.
func fillPath(t *testing.T, img *image.RGBA, curves [][][2]float64, fill string) {
	t.Helper()
	v, err := strconv.ParseUint(strings.TrimPrefix(fill, "#"), 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	ink := [3]float64{float64(v >> 16), float64(v >> 8 & 255), float64(v & 255)}
	type crossing struct {
		x    float64
		side int
	}
	w, h := img.Bounds().Dx(), img.Bounds().Dy()
	for py := range h {
		share := make([]float64, w)
		used := false
		for sub := range fine {
			y := float64(py) + (float64(sub)+0.5)/fine
			var crossings []crossing
			for _, c := range curves {
				for k := range c {
					a, b := c[k], c[(k+1)%len(c)]
					if (a[1] <= y) == (b[1] <= y) {
						continue
					}
					side := 1
					if a[1] > b[1] {
						side = -1
					}
					crossings = append(crossings, crossing{a[0] + (y-a[1])/(b[1]-a[1])*(b[0]-a[0]), side})
				}
			}
			sort.Slice(crossings, func(i, j int) bool { return crossings[i].x < crossings[j].x })
			winding := 0
			for k := range crossings {
				winding += crossings[k].side
				if winding == 0 || k+1 == len(crossings) {
					continue
				}
				used = true
				first := int(math.Ceil(crossings[k].x*fine - 0.5))
				last := int(math.Ceil(crossings[k+1].x*fine - 0.5))
				for s := max(first, 0); s < min(last, w*fine); s++ {
					share[s/fine] += 1.0 / (fine * fine)
				}
			}
		}
		if !used {
			continue
		}
		for px, a := range share {
			if a == 0 {
				continue
			}
			old := img.RGBAAt(px, py)
			mix := func(o uint8, n float64) uint8 { return uint8(math.Round(float64(o)*(1-a) + n*a)) }
			img.SetRGBA(px, py, color.RGBA{mix(old.R, ink[0]), mix(old.G, ink[1]), mix(old.B, ink[2]), 255})
		}
	}
}

// samePicture allows the differences that two ways to smooth edges make.
func samePicture(t *testing.T, want, got image.Image) {
	t.Helper()
	if want.Bounds() != got.Bounds() {
		t.Fatalf("the PNG is %v, the SVG %v", got.Bounds(), want.Bounds())
	}
	var sum float64
	worst, at := 0.0, image.Point{}
	for y := range want.Bounds().Dy() {
		for x := range want.Bounds().Dx() {
			r, g, b, _ := want.At(x, y).RGBA()
			R, G, B, _ := got.At(x, y).RGBA()
			for _, d := range []float64{float64(r) - float64(R), float64(g) - float64(G), float64(b) - float64(B)} {
				d = math.Abs(d) / 65535
				sum += d
				if d > worst {
					worst, at = d, image.Pt(x, y)
				}
			}
		}
	}
	mean := sum / float64(3*want.Bounds().Dx()*want.Bounds().Dy())
	t.Logf("mean difference %.5f, worst %.3f", mean, worst)
	if mean > 0.003 || worst > 0.25 {
		t.Errorf("PNG and SVG differ by %.5f in the mean and by %.3f at %v", mean, worst, at)
	}
}
