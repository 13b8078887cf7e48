package typeface

import (
	"testing"
	"unicode"
)

// Every character can be written or is left out: nothing in the font is broken.
func TestAllCharacters(t *testing.T) {
	face, written := New(), 0
	for c := rune(0); c <= unicode.MaxRune; c++ {
		if face.glyph(c) != 0 {
			face.Text(string(c), 10)
			written++
		} else if c%4096 == 0 && len(face.Text(string(c), 10)) > 0 {
			t.Errorf("%U is drawn, and the typeface does not have it", c)
		}
	}
	if written < 500 {
		t.Errorf("the typeface has %d characters", written)
	}
	if len(face.Text("Łódź Ωж", 10)) == 0 {
		t.Error("no line for Latin, Greek and Cyrillic letters")
	}
}
