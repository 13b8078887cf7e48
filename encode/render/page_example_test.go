package render_test

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/exactile/exactile/encode/render"
)

func ExamplePage_Write() {
	p := render.Page{
		Title: "A report",
		Lead:  "All engines agree.",
		Body:  template.HTML("<table><tr><th>engine</th><th>count</th></tr></table>"),
	}
	var file strings.Builder
	if err := p.Write(&file); err != nil {
		fmt.Println(err)
	}
	for line := range strings.Lines(file.String()) {
		if strings.HasPrefix(line, "<h1>") || strings.HasPrefix(line, "<table>") {
			fmt.Print(line)
		}
	}
	// Output:
	// <h1>A report</h1>
	// <table><tr><th>engine</th><th>count</th></tr></table>
}
