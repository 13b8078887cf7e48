package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// The measures of the chart, in pixels.
const (
	chartWidth  = 880
	plotLeft    = 230.0
	plotRight   = 780.0
	rowHeight   = 16.0
	puzzleGap   = 10.0
	titleHeight = 34.0
	axisHeight  = 44.0
	legendRow   = 20.0
	legendStep  = 140
)

// palette are the colours of the programs, for light and for dark surroundings.
// They begin with those of Okabe and Ito, which people with any colour vision can
// tell apart; beyond those the shapes of the marks must do.
//
// Source: M. Okabe and K. Ito, Color Universal Design, 2008.
var palette = [][2]string{
	{"#0072b2", "#56a8e0"}, {"#d55e00", "#ff8a3d"}, {"#009e73", "#2fc79d"}, {"#b0569a", "#e08fc8"},
	{"#9a7400", "#e6b93c"}, {"#3a4a9f", "#9aa7f0"}, {"#555555", "#bbbbbb"}, {"#a01830", "#ff6f86"},
	{"#12808a", "#5fd0d4"}, {"#7a4a2b", "#cf9f78"},
}

// marks are drawn around the origin.
var marks = []string{
	`<circle r="4.5"/>`,
	`<path d="M-4.3-4.3h8.6v8.6h-8.6z"/>`,
	`<path d="M0-5.5 5.2 4h-10.4z"/>`,
	`<path d="M0-5.8 5.8 0 0 5.8-5.8 0z"/>`,
	`<path d="M0 5.5 5.2-4h-10.4z"/>`,
}

// A chart is being drawn from top to bottom.
type chart struct {
	strings.Builder
	y     float64
	peers []string // in the order of the legend
}

// writeChart draws a panel for each section: a line for each program and puzzle,
// a mark at the median on a logarithmic axis of seconds, and a bar from the least
// to the greatest.
func writeChart(w io.Writer, all []section) error {
	c := &chart{y: 16}
	for _, s := range all {
		for _, r := range s.results {
			if !slices.Contains(c.peers, r.peer.Name) {
				c.peers = append(c.peers, r.peer.Name)
			}
		}
	}
	c.legend()
	for _, s := range all {
		c.panel(s)
	}
	height := c.y + 8
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %.0f" width="%d" height="%.0f" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="Processor time of exactile and other programs">
%s<rect class="ground" width="100%%" height="100%%"/>
%s</svg>
`, chartWidth, height, chartWidth, height, c.style(), c.String())
	return err
}

func (c *chart) style() string {
	var light, dark strings.Builder
	for n := range c.peers {
		color := palette[n%len(palette)]
		fmt.Fprintf(&light, "  .p%d { fill: %s; stroke: %s }\n", n, color[0], color[0])
		fmt.Fprintf(&dark, "    .p%d { fill: %s; stroke: %s }\n", n, color[1], color[1])
	}
	return `<style>
  .ground { fill: #ffffff }
  text { fill: #222222 }
  .faint { fill: #5c5c5c }
  .title { font-size: 15px; font-weight: 600 }
  .grid { stroke: #d9d9d9 }
  .value { stroke: #ffffff; stroke-width: 4px; paint-order: stroke }
` + light.String() + `  @media (prefers-color-scheme: dark) {
    .ground { fill: #14171a }
    text { fill: #e8e8e8 }
    .faint { fill: #a8a8a8 }
    .grid { stroke: #3a3f44 }
    .value { stroke: #14171a }
` + dark.String() + `  }
</style>
`
}

func (c *chart) text(class, anchor string, x, y float64, text string) {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text)) // a Builder does not fail
	fmt.Fprintf(c, `<text class="%s" text-anchor="%s" x="%.1f" y="%.1f">%s</text>`+"\n", class, anchor, x, y, b.String())
}

// mark draws the mark of a program; an open one for what was not reached.
func (c *chart) mark(peer int, x, y float64, open bool) {
	style := ""
	if open {
		style = ` fill-opacity="0" stroke-width="1.5"`
	}
	fmt.Fprintf(c, `<g class="p%d" transform="translate(%.1f %.1f)"%s>%s</g>`+"\n", peer, x, y, style, marks[peer%len(marks)])
}

// legend names the programs' marks, as many to a row as fit.
func (c *chart) legend() {
	const perRow = (chartWidth - 40) / legendStep
	for n, name := range c.peers {
		x, y := 24+float64(n%perRow*legendStep), c.y+float64(n/perRow)*legendRow
		c.mark(n, x, y, false)
		c.text("", "start", x+11, y+4, name)
	}
	c.y += float64((len(c.peers)+perRow-1)/perRow) * legendRow
}

// limits are the powers of ten that a panel reaches from and to.
func (s section) limits() (from, to int) {
	least, greatest := math.Inf(1), 0.0
	see := func(x float64) {
		if x > 0 {
			least, greatest = min(least, x), max(greatest, x)
		}
	}
	for _, r := range s.results {
		for _, x := range r.samples {
			see(x)
		}
		if r.slow {
			see(r.peer.Timeout.Seconds())
		}
	}
	if greatest == 0 {
		return -3, 0
	}
	from, to = int(math.Floor(math.Log10(least))), int(math.Ceil(math.Log10(greatest)))
	return from, max(to, from+1)
}

// panel draws a section.
func (c *chart) panel(s section) {
	from, to := s.limits()
	at := func(seconds float64) float64 {
		share := (math.Log10(max(seconds, math.Pow10(from))) - float64(from)) / float64(to-from)
		return plotLeft + share*(plotRight-plotLeft)
	}
	c.text("title", "start", 16, c.y+22, s.title)
	c.y += titleHeight
	top := c.y
	var rows chart
	rows.y, rows.peers = c.y, c.peers
	for n := 0; n < len(s.results); {
		m := n
		for m < len(s.results) && s.results[m].puzzle == s.results[n].puzzle {
			m++
		}
		rows.puzzle(s.results[n:m], at)
		n = m
	}
	for p := from; p <= to; p++ {
		x := at(math.Pow10(p))
		fmt.Fprintf(c, `<path class="grid" d="M%.1f %.1fV%.1f"/>`+"\n", x, top, rows.y)
		c.text("faint", "middle", x, rows.y+15, tick(p))
	}
	c.text("faint", "middle", (plotLeft+plotRight)/2, rows.y+31, "processor time in user mode, logarithmic")
	c.WriteString(rows.String())
	c.y = rows.y + axisHeight
}

// tick writes a power of ten of a second.
func tick(p int) string {
	unit := "s"
	switch {
	case p < -3:
		p, unit = p+6, "µs"
	case p < 0:
		p, unit = p+3, "ms"
	}
	return fmt.Sprintf("%g %s", math.Pow10(p), unit)
}

// puzzle draws the lines of one puzzle.
func (c *chart) puzzle(results []*result, at func(float64) float64) {
	height := float64(max(2, len(results)))*rowHeight + puzzleGap
	c.text("", "end", plotLeft-14, c.y+puzzleGap/2+12, results[0].puzzle)
	c.text("faint", "end", plotLeft-14, c.y+puzzleGap/2+12+rowHeight, "solutions: "+results[0].count)
	for n, r := range results {
		y := c.y + puzzleGap/2 + (float64(n)+0.5)*rowHeight
		peer := slices.Index(c.peers, r.peer.Name)
		switch {
		case len(r.samples) > 0:
			x := at(median(r.samples))
			fmt.Fprintf(c, `<path class="p%d" stroke-width="2" d="M%.1f %.1fH%.1f"/>`+"\n", peer, at(slices.Min(r.samples)), y, at(slices.Max(r.samples)))
			c.mark(peer, x, y, false)
			c.text("faint value", "start", max(x, at(slices.Max(r.samples)))+10, y+4, duration(median(r.samples)))
		case r.slow:
			x := at(r.peer.Timeout.Seconds())
			c.mark(peer, x, y, true)
			c.text("faint value", "start", x+10, y+4, r.reason)
		default:
			short, _, _ := strings.Cut(r.reason, ":")
			c.mark(peer, plotLeft+8, y, true)
			c.text("faint value", "start", plotLeft+18, y+4, short)
		}
	}
	c.y += height
	fmt.Fprintf(c, `<path class="grid" d="M%.1f %.1fH%d"/>`+"\n", 16.0, c.y, chartWidth-16)
}
