package manual

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A ManPage is a page in the language of troff's man macros, with its path in a folder of manuals.
type ManPage struct{ Path, Text string }

// ManPages returns the pages of all verbs and topics. Two generators were tried and are not used:
// cobra's goes through Markdown, which needs three more modules and loses tables and preformatted
// lines; that of mango-cobra v1.3.0 splits paragraphs at each line, escapes no quotes or hyphens,
// names a page by the verb alone, and puts in the day.
func ManPages(root *cobra.Command) []ManPage {
	all := []ManPage{verbPage(root)}
	for _, cmd := range root.Commands() {
		if IsVerb(cmd) {
			all = append(all, verbPage(cmd))
		}
	}
	for _, t := range Topics() {
		all = append(all, topicPage(t))
	}
	return all
}

// pageName is the name of a verb's page: exactile-count.
func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

func verbPage(cmd *cobra.Command) ManPage {
	name := pageName(cmd)
	p := newRoff(name, 1, cmd.Short)
	p.section("SYNOPSIS")
	p.text(cmd.UseLine())
	p.section("DESCRIPTION")
	p.text(cmp.Or(cmd.Long, cmd.Short+"."))
	seeAlso := "exactile(1)"
	if !cmd.HasParent() {
		seeAlso = p.contents(cmd)
	}
	p.flags("OPTIONS", cmd.NonInheritedFlags())
	p.flags("OPTIONS OF EVERY VERB", cmd.InheritedFlags())
	if cmd.HasExample() {
		p.section("EXAMPLES")
		p.text(cmd.Example)
	}
	p.section("EXIT STATUS")
	for _, s := range cli.StatusMeanings() {
		p.item(fmt.Sprint(s.Code), s.Text)
	}
	p.section("SEE ALSO")
	p.text(seeAlso)
	return ManPage{filepath.Join("man1", name+".1"), p.String()}
}

func topicPage(t Topic) ManPage {
	name := "exactile-" + t.Name
	p := newRoff(name, 7, t.Short)
	p.section("DESCRIPTION")
	fmt.Fprintf(p, ".in 0\n.nf\n%s.fi\n", lines(t.String()))
	p.section("SEE ALSO")
	p.text("exactile(1)")
	return ManPage{filepath.Join("man7", name+".7"), p.String()}
}

// contents writes the lists of all verbs and topics and returns their pages.
func (p *roff) contents(root *cobra.Command) string {
	var pages []string
	p.section("VERBS")
	for _, cmd := range root.Commands() {
		if IsVerb(cmd) {
			p.item(cmd.Name(), cmd.Short)
			pages = append(pages, pageName(cmd)+"(1)")
		}
	}
	p.section("TOPICS")
	for _, t := range Topics() {
		p.item(t.Name, t.Short)
		pages = append(pages, "exactile-"+t.Name+"(7)")
	}
	return strings.Join(pages, ", ")
}

// roff writes a manual page.
type roff struct{ strings.Builder }

func newRoff(name string, section int, short string) *roff {
	p := new(roff)
	fmt.Fprintf(p, ".TH %q %d \"\" %q \"exactile manual\"\n.nh\n.ad l\n",
		strings.ToUpper(name), section, "exactile "+cli.Version())
	p.section("NAME")
	fmt.Fprintf(p, "%s \\- %s\n", escaped(name), escaped(short))
	return p
}

func (p *roff) section(title string) { fmt.Fprintf(p, ".SH %q\n", title) }

// item writes a term and its meaning.
func (p *roff) item(term, text string) {
	fmt.Fprintf(p, ".TP\n\\fB%s\\fR\n%s\n", escaped(term), escaped(text))
}

// flags writes a section of flags, if there are any.
func (p *roff) flags(title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	p.section(title)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		term := "--" + f.Name
		if f.Shorthand != "" {
			term = "-" + f.Shorthand + ", " + term
		}
		if value != "" {
			term += " " + value
		}
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" && f.DefValue != "0s" {
			usage += " (default " + f.DefValue + ")"
		}
		p.item(term, strings.Join(strings.Fields(usage), " "))
	})
}

// text writes a text for terminals: indented blocks are preformatted, others are paragraphs.
func (p *roff) text(text string) {
	for block := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		if block = lines(block); strings.HasPrefix(block, "  ") {
			block = ".RS 2\n.nf\n" + strings.ReplaceAll(block[2:], "\n  ", "\n") + ".fi\n.RE\n"
		}
		p.WriteString(".PP\n" + block)
	}
}

// lines escapes the lines of a text.
func lines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(escaped(strings.TrimRight(line, " \n")) + "\n")
	}
	return b.String()
}

// roffEscapes escapes the special characters of troff.
var roffEscapes = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`,
	"`", `\(ga`, "^", `\(ha`, "~", `\(ti`)

// escaped escapes a text so that troff prints it unchanged.
func escaped(text string) string {
	var b strings.Builder
	if strings.HasPrefix(text, ".") {
		b.WriteString(`\&`)
	}
	for _, c := range roffEscapes.Replace(text) {
		if c < 0x80 {
			b.WriteRune(c)
		} else { // troff reads it as several arguments
			fmt.Fprintf(&b, `\[u%04X]`, c)
		}
	}
	return b.String()
}
