// Package page writes self-contained HTML pages: style, scripts and data are inside, nothing is
// fetched, and a content security policy makes the browser enforce that. Pages are light or dark as
// the reader's system is, and a button changes that.
//
// The package owns the frame and the look; its callers provide the content.
package page

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/exactile/exactile/internal/text"
)

// A Page is an HTML document. The zero value is an empty one.
type Page struct {
	// Title is the document's title and its heading.
	Title string
	// Lead is a sentence below the heading; may be empty.
	Lead string
	// Style is CSS after the page's own, for example the rules of a gallery. It
	// may use the variables that style.css defines.
	Style string
	// Body is the content between heading and footer. Make it with html/template,
	// so that names of any kind are only text.
	Body template.HTML
	// Data is marshalled into <script type="application/json" id="data">, where
	// Script finds it; nil: no such element.
	Data any
	// Script is JavaScript that runs once the page is loaded; may be empty.
	Script string
	// Texts are by their ids more input for Script, in elements that are neither run nor shown. So
	// they must not contain "</script" or "<!--".
	Texts map[string]string
	// Workers lets Script start workers from blobs, and lets the workers compile WebAssembly.
	Workers bool
	// Footer is a sentence at the end, such as the command that made the page.
	Footer string
}

//go:embed style.css
var style string

//go:embed theme.js
var theme string

//go:embed page.html
var frame string

// Write writes the page as UTF-8. Only Body, Style and Script can hold markup.
func (p *Page) Write(w io.Writer) error {
	data := ""
	if p.Data != nil {
		var b bytes.Buffer
		e := json.NewEncoder(&b) // escapes <, > and &, so no string in it ends the element
		if err := e.Encode(p.Data); err != nil {
			return err
		}
		data = string(bytes.TrimSpace(b.Bytes()))
	}
	scripts := []string{theme}
	if p.Script != "" {
		scripts = append(scripts, p.Script)
	}
	policy := "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; " +
		"form-action 'none'; "
	if p.Workers {
		policy += "worker-src blob:; script-src 'wasm-unsafe-eval'"
	} else {
		policy += "script-src"
	}
	var elements bytes.Buffer
	for _, id := range slices.Sorted(maps.Keys(p.Texts)) {
		lower := strings.ToLower(p.Texts[id])
		if strings.Contains(lower, "</script") || strings.Contains(lower, "<!--") {
			return fmt.Errorf("page: the text %s would end its element", id)
		}
		fmt.Fprintf(&elements, "<script type=\"text/plain\" id=\"%s\">%s</script>\n",
			template.HTMLEscapeString(id), p.Texts[id])
	}
	for _, script := range scripts {
		// The browser runs only scripts with these hashes, not markup injected elsewhere.
		sum := sha256.Sum256([]byte(script))
		policy += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
		fmt.Fprintf(&elements, "<script>%s</script>\n", script)
	}
	t, err := template.New("page").Parse(frame)
	if err != nil {
		return err
	}
	return t.Execute(w, map[string]any{
		"Title": text.VisibleLines(p.Title), "Lead": text.VisibleLines(p.Lead), "Body": p.Body,
		"Footer":  text.VisibleLines(p.Footer),
		"Policy":  policy,
		"Style":   template.HTML("<style>\n" + style + p.Style + "</style>"),
		"Data":    dataElement(data),
		"Scripts": template.HTML(elements.String()),
	})
}

// dataElement is the element that holds the page's data; json must not contain '<'.
func dataElement(json string) template.HTML {
	if json == "" {
		return ""
	}
	return template.HTML(`<script type="application/json" id="data">` + json + "</script>\n")
}
