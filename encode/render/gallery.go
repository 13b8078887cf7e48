package render

import (
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/gallery"
	"github.com/exactile/exactile/encode/render/internal/picture"
)

// GalleryParts are what a [Page] needs that shows solutions to look through as the page of
// [New] does: rules for its Style, markup for its Body, and the beginning of its Script,
// where gallery.show(data) then shows what [Gallery.Data] returns. The markup shows
// nothing before.
func GalleryParts() (style, markup, script string) {
	return gallery.Style, gallery.Markup, gallery.Script
}

// A Gallery collects solutions for pages that have GalleryParts. It is used by one
// goroutine.
type Gallery struct{ inner *gallery.Gallery }

// NewGallery begins a gallery of solutions of t, of which it holds the first limit; 0 is
// 5000. The error is ErrNoGeometry.
func NewGallery(t *puzzle.Tiling, limit int) (*Gallery, error) {
	inner, err := gallery.New(nil, t, gallery.Options{Limit: limit})
	if err != nil {
		return nil, err
	}
	return &Gallery{inner}, nil
}

// Add takes one solution.
func (g *Gallery) Add(s cover.Solution) error { return g.inner.Add(s) }

// UpTo says for how many solutions those stand that are added.
func (g *Gallery) UpTo(o Orbits) { g.inner.UpTo(picture.Orbits(o)) }

// Data returns what gallery.show takes, for encoding/json, and a sentence that says how
// many solutions there are. more says that there may be more than were added.
func (g *Gallery) Data(more bool) (data any, lead string) {
	return g.inner.Data(more), g.inner.Lead(more)
}
