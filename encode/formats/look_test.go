package formats

import (
	"regexp"
	"testing"
)

// TestLooks holds the matchers to the expressions they stand for, on every short
// text of the characters that matter to each.
func TestLooks(t *testing.T) {
	for _, row := range []struct {
		name, expression string
		match            func(string) bool
		alphabet         []string
		length           int
	}{
		{"JSON", `^\s*([{]\s*["}]|\[\s*[{"])`, isJSON, []string{"{", "}", "[", `"`, " ", "\n", "\v", "a"}, 5},
		{"YAML key", `^[ \t]*([-?] )?[{]?["']?[\pL_][\pL\pN_-]*["']?[ \t]*:([ \t]|$)`, isYAMLKey,
			[]string{"-", "?", " ", "{", `"`, "é", "_", "7", ":", "\xff"}, 5},
		{"YAML mark", `^([?%]|#.*[^-#])`, isYAMLMark, []string{"?", "%", "#", "-", " ", "é"}, 5},
		{"grid row", `^[-#]+[ \t]*$`, isGridRow, []string{"-", "#", " ", "\t", "a"}, 5},
		{"plain YAML", `^[\pL_][\pL\pN_]*([ /+.;()-]+[\pL\pN_]+)*$`, isPlainYAML, []string{"é", "_", "7", "-", "(", "\n", ":", "\xff"}, 5},
		{"number", `^(0|[1-9][0-9]*|-[1-9][0-9]*)$`, isNumber, []string{"0", "1", "9", "-", "+", "."}, 5},
	} {
		e := regexp.MustCompile(row.expression)
		var check func(text string, left int)
		check = func(text string, left int) {
			if got, want := row.match(text), e.MatchString(text); got != want {
				t.Fatalf("%s: %q matches %q: %v, but the function says %v", row.name, row.expression, text, want, got)
			}
			if left > 0 {
				for _, c := range row.alphabet {
					check(text+c, left-1)
				}
			}
		}
		check("", row.length)
	}
}
