package render

import (
	"html/template"
	"io"
	"maps"
	"slices"

	"github.com/exactile/exactile/encode/render/internal/chart"
	"github.com/exactile/exactile/encode/render/internal/page"
)

// A Page is an HTML document that needs nothing but itself: nothing is fetched, and
// a content security policy says so to the browser. It is light or dark as the
// reader's system is, and a button changes that. The zero value is an empty page.
type Page struct {
	// Title is the document's title and its heading.
	Title string
	// Lead is a sentence below the heading; may be empty.
	Lead string
	// Style is CSS after the page's own and that of charts. It may use their variables.
	Style string
	// Body is the content between heading and footer. Make it with html/template,
	// so that names of any kind are only text.
	Body template.HTML
	// Script is JavaScript that runs once the page is there; may be empty.
	Script string
	// Texts are by their ids what Script finds in elements that nothing runs or shows.
	Texts map[string]string
	// Workers lets Script start workers from blobs, and them compile WebAssembly.
	Workers bool
	// Footer is a sentence at the end, such as the command that made the page.
	Footer string
}

// Write writes the page as UTF-8. Nothing in a Page but Body, Style and Script can become
// markup; texts that would are an error.
func (p *Page) Write(w io.Writer) error {
	frame := page.Page{
		Title: p.Title, Lead: p.Lead, Style: chart.Style + p.Style, Body: p.Body, Footer: p.Footer,
		Script: p.Script, Workers: p.Workers,
	}
	for _, id := range slices.Sorted(maps.Keys(p.Texts)) {
		frame.Texts = append(frame.Texts, page.Text{ID: id, Text: p.Texts[id]})
	}
	return frame.Write(w)
}
