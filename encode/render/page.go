package render

import (
	"html/template"
	"io"

	"github.com/exactile/exactile/internal/drawing/chart"
	"github.com/exactile/exactile/internal/drawing/page"
)

// A Page is a self-contained HTML document: it fetches nothing, and a content security policy makes
// the browser enforce that. It is light or dark as the reader's system is, and a button changes
// that. The zero value is an empty page.
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
	// Script is JavaScript that runs once the page is loaded; may be empty.
	Script string
	// Texts are by their ids texts for Script to read, in elements that are neither run nor shown.
	Texts map[string]string
	// Workers lets Script start workers from blobs, and lets the workers compile WebAssembly.
	Workers bool
	// Footer is a sentence at the end, such as the command that made the page.
	Footer string
}

// Write writes the page as UTF-8. Only Body, Style and Script can hold markup; Texts that could
// become markup are an error.
func (p *Page) Write(w io.Writer) error {
	frame := page.Page{
		Title: p.Title, Lead: p.Lead, Style: chart.Style + p.Style, Body: p.Body, Footer: p.Footer,
		Script: p.Script, Texts: p.Texts, Workers: p.Workers,
	}
	return frame.Write(w)
}
