package layers

import (
	"bufio"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/cover"
)

// This file writes a count as a theorem, for Recount.v of package verified.

// The parts of a count.v.
const (
	theoremsHead = `(* "coqc Recount.v && coqc count.v" checks it. Items and options have
   the numbers that they have in model.dlx. *)

From Coq Require Import List NArith ZArith.
Require Import Recount.
Import ListNotations.
Open Scope positive_scope.

Definition hints : list hint := [%s].
`
	theoremText = `
Definition m%d := Model [
  %s] [
  %s].

Definition order%[1]d := [%[4]s].

Theorem exactly%[1]d : solutions m%[1]d = %[5]v%%N.
Proof. rewrite <- (recounted hints order%[1]d). vm_cast_no_check (eq_refl %[5]v%%N). Qed.
`
	ofMotions = `
(* Each theorem counts what a motion of symmetry.txt fixes: options that it moves in a circle are
   one option. That the mean of the numbers is that of orbits is Burnside's lemma, and not proved
   here. *)
`
	ofGroups = `
(* Each theorem counts a group of proof.layers, in the order of its labels, by further items. That
   these groups are all there are is not proved here. *)
`
)

// WriteTheorems writes count.v: that m, or what each motion fixes of it, or each group of a
// grouping, has as many solutions as the totals of a proof.layers say, by its bounds and orders. It
// counts nothing: Coq does. It writes theorem by theorem, since of many groups the text is long,
// and makes no more of it once a write fails.
func WriteTheorems(w io.Writer, m *cover.Model, motions [][]int, text io.Reader) error {
	l, err := read(text, m)
	if err != nil {
		return err
	}
	if motions == nil {
		motions = [][]int{nil}
	}
	if len(l.counts) != len(motions) {
		return refuse(0, "there are %d totals for %d motions", len(l.counts), len(motions))
	}
	hints := listed(len(l.bounds), ";\n  ", func(k int) string {
		b := l.bounds[k]
		return fmt.Sprintf("Hint %d %t [%s]%%Z", b.item, b.upper, numbers(b.weights, 0))
	})
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, theoremsHead, hints)
	count := 0
	theorem := func(p *sumProblem, order []int, total *big.Int) error {
		count++
		items := listed(len(p.low), ";\n  ", func(i int) string {
			name := "of a group"
			if i < len(m.Items) { // it may not end the comment, nor begin another or a string
				name = commentable.Replace(m.Items[i].Name)
			}
			return fmt.Sprintf("Item %d %d %d (* %s *)", i+1, p.low[i], p.high[i], name)
		})
		options := listed(len(p.options), ";\n  ", func(o int) string {
			var covers []int
			for _, u := range p.options[o] {
				covers = append(covers, slices.Repeat([]int{u.item}, u.times)...)
			}
			return "[" + numbers(covers, 1) + "]"
		})
		_, err := fmt.Fprintf(b, theoremText, count, items, options, numbers(order, 1), total)
		return err
	}
	for k, c := range l.counts {
		p := newSumProblem(m, motions[k])
		for _, total := range c.totals { // one without groups
			err := theorem(p.only(l.digits, total.label), c.order, total.count)
			if err != nil {
				return err
			}
		}
	}
	if l.digits != nil {
		b.WriteString(ofGroups)
	} else if count > 1 {
		b.WriteString(ofMotions)
	}
	return b.Flush()
}

// only is the problem of one group: further items say how often options of a digit are used.
func (p *sumProblem) only(digits []digit, label uint64) *sumProblem {
	q := &sumProblem{slices.Clone(p.low), slices.Clone(p.high), slices.Clone(p.options)}
	for _, d := range digits {
		n, options := int(label/d.step%d.base), d.options
		if d.which && n > 0 {
			n, options = 1, options[n-1:n]
		}
		for _, o := range options {
			q.options[o] = append(slices.Clip(q.options[o]), use{len(q.low), 1})
		}
		q.low, q.high = append(q.low, n), append(q.high, n)
	}
	return q
}

var commentable = strings.NewReplacer("(", "_", ")", "_", `"`, "_")

// listed spells the elements of a list of Coq.
func listed(n int, between string, one func(k int) string) string {
	all := make([]string, n)
	for k := range all {
		all[k] = one(k)
	}
	return strings.Join(all, between)
}

func numbers(list []int, base int) string {
	return listed(len(list), "; ", func(k int) string { return fmt.Sprint(list[k] + base) })
}
