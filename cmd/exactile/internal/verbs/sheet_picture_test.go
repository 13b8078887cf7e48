package verbs

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/exactile/exactile/encode/render/sheet"
	"github.com/exactile/exactile/internal/testkit"
)

// The picture of README is a page as sheet --challenges prints it.
func TestPageOfChallenges(t *testing.T) {
	t.Parallel()
	tiling, made := challengesOf(t, "pentominoes:6x10", 6)
	file, err := sheet.New("pages", sheet.Options{
		Cell: 20, FitCell: true, Width: 210, Height: 297, Title: "Twelve pentominoes",
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := file.Add(tiling, "9356 solutions", nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range made {
		file.Challenge(tiling, c.given, c.solution, c.rating.Stars())
	}
	var page bytes.Buffer
	if err := file.Write(&page); err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(page.Bytes(), []byte("<svg")); n != 1 {
		t.Fatalf("%d pages", n)
	}
	testkit.Golden(t, filepath.Join("testdata", "challenges.svg"), page.Bytes())
}
