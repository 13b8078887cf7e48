package tree

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// WriteYAML writes a mapping as YAML: each key on a line, a list of quoted texts as a block of rows
// below each other, and each element of a list of lists or mappings on a line.
func WriteYAML(b *bytes.Buffer, n *Node) {
	for k, value := range n.Items {
		b.WriteString(n.Keys[k].Text + ":")
		switch {
		case value.Kind != List || len(value.Items) == 0 ||
			value.Items[0].Kind == Scalar && !value.Items[0].Quoted:
			b.WriteByte(' ')
			spell(b, value, yamlText)
			b.WriteByte('\n')
		case value.Items[0].Kind == Scalar:
			b.WriteString(" |\n")
			for _, row := range value.Items {
				if row.Text != "" { // no blanks where a row is empty
					b.WriteString("  " + row.Text)
				}
				b.WriteByte('\n')
			}
		default:
			b.WriteByte('\n')
			for _, item := range value.Items {
				b.WriteString("  - ")
				spell(b, item, yamlText)
				b.WriteByte('\n')
			}
		}
	}
}

// WriteJSON writes a mapping as a JSON object: each key on a line, and each element of a list.
func WriteJSON(b *bytes.Buffer, n *Node) {
	b.WriteString("{")
	for k, value := range n.Items {
		if k > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(b, "\n  %s: ", jsonText(n.Keys[k]))
		if value.Kind != List || len(value.Items) == 0 {
			spell(b, value, jsonText)
			continue
		}
		for k, item := range value.Items {
			b.WriteString(map[bool]string{true: "[\n    ", false: ",\n    "}[k == 0])
			spell(b, item, jsonText)
		}
		b.WriteString("\n  ]")
	}
	b.WriteString("\n}\n")
}

// spell writes a node on one line, its scalars by the given function.
func spell(b *bytes.Buffer, n *Node, scalars func(*Node) string) {
	brackets := "[]"
	switch n.Kind {
	case List:
	case Mapping:
		brackets = "{}"
	default:
		b.WriteString(scalars(n))
		return
	}
	b.WriteByte(brackets[0])
	for k, item := range n.Items {
		if k > 0 {
			b.WriteString(", ")
		}
		if n.Kind == Mapping {
			b.WriteString(scalars(n.Keys[k]) + ": ")
		}
		spell(b, item, scalars)
	}
	b.WriteByte(brackets[1])
}

// plain matches a text that needs no quotes anywhere in YAML. It is compiled on first use.
var plain = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[\pL_][\pL\pN_]*([ /+.;()-]+[\pL\pN_]+)*$`)
})

// reserved are the words that some YAML readers do not take as text.
var reserved = []string{"true", "false", "null", "yes", "no", "on", "off", "y", "n", "inf", "nan"}

func yamlText(n *Node) string {
	if n.Bare || !n.Quoted && plain().MatchString(n.Text) &&
		!slices.Contains(reserved, strings.ToLower(n.Text)) {
		return n.Text
	}
	return quoted(n.Text)
}

func jsonText(n *Node) string {
	if n.Bare && json.Valid([]byte(n.Text)) {
		return n.Text
	}
	return quoted(n.Text)
}

// quoted spells a text as JSON does; YAML reads the same.
func quoted(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(s) // cannot fail for a string
	return strings.TrimSuffix(b.String(), "\n")
}
