package text

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// What a spreadsheet would run is a text to it, and numbers stay numbers.
func TestVisibleCell(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "-": "-", "-1": "-1", "+2.5e3": "+2.5e3", "a=b": "a=b", "native/plain": "native/plain",
		"=cmd|' /C calc'!A0": "'=cmd|' /C calc'!A0", "+1+cmd": "'+1+cmd", "-2+3": "'-2+3",
		"@SUM(A1)": "'@SUM(A1)", "\t=1": `\t=1`, "'=1": "'=1", "1+1": "1+1",
	} {
		if got := VisibleCell(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestVisible(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"pentominoes 6x10", "pentominoes 6x10"},
		{"Größe – 六 ≥ é", "Größe – 六 ≥ é"},
		{"a\nproved: b", `a\nproved: b`},
		{"\x1b[31mred\a\r\t\x7f", `\x1b[31mred\a\r\t\x7f`},
		{"\u202egnp.yaml", `\u202egnp.yaml`},
		{"a\u200bb\u2066c\ufeffd\u00ade", `a\u200bb\u2066c\ufeffd\u00ade`},
		{"a\u2028b\u2029c\u0085d", `a\u2028b\u2029c\u0085d`},
		{"a\u00a0b\u3000c", `a\u00a0b\u3000c`},
		{"a\u3164b\u115fc\u034fd", `a\u3164b\u115fc\u034fd`},
		{"\U000e0041\ue000", `\U000e0041\ue000`},
		{"a\xffb\xc3", `a\xffb\xc3`},
		{"\ufffd", "\ufffd"},
		{`C:\new`, `C:\new`},
	} {
		got := Visible(c.text)
		if got != c.want {
			t.Errorf("%q is shown as %s, want %s", c.text, got, c.want)
		}
		if again := Visible(got); again != got {
			t.Errorf("%q is shown as %s the second time", c.text, again)
		}
	}
	if got := VisibleLines("a\tb\n\x1b[0m\u202ec\r\n"); got != "a\tb\n"+`\x1b[0m\u202ec\r`+"\n" {
		t.Errorf("lines: %q", got)
	}
}

// What is escaped in JSON is the same text.
func TestVisibleJSON(t *testing.T) {
	for _, text := range []string{"a", "\u202e\"\\", "\U000e0041x\ue000\u200b", "é\n\x00"} {
		data, err := json.Marshal([]string{text})
		if err != nil {
			t.Fatal(err)
		}
		shown := VisibleJSON(data)
		if strings.ContainsFunc(string(shown), hidden) {
			t.Errorf("%q is shown as %s", text, shown)
		}
		var back []string
		if err := json.Unmarshal(shown, &back); err != nil || len(back) != 1 || back[0] != text {
			t.Errorf("%q came back as %q, %v", text, back, err)
		}
	}
}

func FuzzVisible(f *testing.F) {
	f.Add("a\n\u202e\xff")
	f.Fuzz(func(t *testing.T, text string) {
		shown := Visible(text)
		if !utf8.ValidString(shown) || strings.ContainsFunc(shown, hidden) {
			t.Errorf("%q is shown as %q", text, shown)
		}
		if plain := VisibleLines(text); strings.Count(plain, "\n") != strings.Count(text, "\n") {
			t.Errorf("%q has other lines: %q", text, plain)
		}
	})
}
