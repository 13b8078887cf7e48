package render_test

import (
	"encoding/json"
	"fmt"
	"html/template"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/render"
)

// A page that shows a gallery of its own.
func ExampleNewGallery() {
	tiling, err := brick().Compile()
	if err != nil {
		panic(err)
	}
	gallery, err := render.NewGallery(tiling, 0)
	if err != nil {
		panic(err)
	}
	if err := gallery.Add(cover.Solution{0}); err != nil {
		panic(err)
	}
	data, lead := gallery.Data(false)
	text, err := json.Marshal(data) // in which no "<" is left to end the script
	if err != nil {
		panic(err)
	}
	style, markup, script := render.GalleryParts()
	var file strings.Builder
	page := render.Page{
		Title: "My brick", Lead: lead, Style: style, Body: template.HTML(markup),
		Script: script + "gallery.show(" + string(text) + ");",
	}
	if err := page.Write(&file); err != nil {
		panic(err)
	}
	fmt.Println(lead, strings.Count(file.String(), `id="gallery"`))
	// Output: The only solution. 1
}
