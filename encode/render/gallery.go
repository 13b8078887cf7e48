package render

import (
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/drawing/gallery"
)

// GalleryParts returns what a [Page] needs to show solutions as the page of [New] does: rules for
// its Style, markup for its Body, and the start of its Script. After it, the script calls
// gallery.show(data) with the result of [Gallery.Data]. The markup is blank until then.
func GalleryParts() (style, markup, script string) {
	return gallery.Style, gallery.Markup, gallery.Script()
}

// A Gallery collects solutions for pages that have GalleryParts. It is used by one
// goroutine.
type Gallery struct{ inner *gallery.Gallery }

// NewGallery starts a gallery of solutions of t. It keeps the first limit solutions; 0 is 5000. The
// error is ErrNoGeometry.
func NewGallery(t *puzzle.Tiling, limit int) (*Gallery, error) {
	inner, err := gallery.New(nil, t, gallery.Options{Limit: limit})
	if err != nil {
		return nil, err
	}
	return &Gallery{inner}, nil
}

// Add takes one solution.
func (g *Gallery) Add(s cover.Solution) error { return g.inner.Add(s) }

// UpTo sets how many solutions the added ones stand for.
func (g *Gallery) UpTo(o Orbits) { g.inner.UpTo(o) }

// Data returns the argument of gallery.show, for encoding/json, and a sentence that gives the
// number of solutions. more is set if there may be more than were added.
func (g *Gallery) Data(more bool) (data any, lead string) {
	return g.inner.Data(more), g.inner.Lead(more)
}
