package xmpuzzle

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// Write returns the file as XML, which BurrTools reads packed or not.
func (f *File) Write() string {
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n  <gridType type=\"0\"/>\n  <colors>\n")
	for k := range f.colours() {
		// Neighbouring colours get hues that are far apart.
		fmt.Fprintf(&b, "    <color red=\"%d\" green=\"%d\" blue=\"%d\"/>\n", (k*97+60)%256, (k*57+160)%256, (k*151+20)%256)
	}
	b.WriteString("  </colors>\n  <shapes>\n")
	for _, s := range f.Shapes {
		fmt.Fprintf(&b, "    <voxel x=\"%d\" y=\"%d\" z=\"%d\"", s.Size[0], s.Size[1], s.Size[2])
		writeName(&b, s.Name)
		b.WriteString(" type=\"0\">")
		voxels := s.Voxels
		for z := range s.Size[2] {
			for y := range s.Size[1] {
				for x := range s.Size[0] {
					if len(voxels) == 0 || voxels[0].At != [3]int{x, y, z} {
						b.WriteByte('_')
						continue
					}
					v := voxels[0]
					voxels = voxels[1:]
					if v.Variable {
						b.WriteByte('+')
					} else {
						b.WriteByte('#')
					}
					if v.Colour > 0 {
						fmt.Fprint(&b, v.Colour)
					}
				}
			}
		}
		b.WriteString("</voxel>\n")
	}
	b.WriteString("  </shapes>\n  <problems>\n")
	for _, p := range f.Problems {
		b.WriteString("    <problem")
		writeName(&b, p.Name)
		b.WriteString(" state=\"0\">\n      <shapes>\n")
		for _, u := range p.Uses {
			if u.Min == u.Max {
				fmt.Fprintf(&b, "        <shape id=\"%d\" count=\"%d\"/>\n", u.Shape, u.Min)
			} else {
				fmt.Fprintf(&b, "        <shape id=\"%d\" min=\"%d\" max=\"%d\"/>\n", u.Shape, u.Min, u.Max)
			}
		}
		fmt.Fprintf(&b, "      </shapes>\n      <result id=\"%d\"/>\n      <bitmap>\n", p.Result)
		for _, pair := range p.Pairs {
			fmt.Fprintf(&b, "        <pair piece=\"%d\" result=\"%d\"/>\n", pair[0]-1, pair[1]-1)
		}
		b.WriteString("      </bitmap>\n    </problem>\n")
	}
	b.WriteString("  </problems>\n</puzzle>\n")
	return b.String()
}

// colours is the largest colour of a voxel.
func (f *File) colours() (most int) {
	for _, s := range f.Shapes {
		for _, v := range s.Voxels {
			most = max(most, v.Colour)
		}
	}
	return most
}

func writeName(b *strings.Builder, name string) {
	if name != "" {
		b.WriteString(` name="`)
		_ = xml.EscapeText(b, []byte(name)) // a Builder never fails
		b.WriteByte('"')
	}
}
