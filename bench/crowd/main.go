// Command crowd shows how a count in units scales to more workers than are at hand: it lets
// them take units from one store, in simulated time.
//
//	go run ./bench/crowd [-workers 1000,10000] [-rates 450,1100] [-seconds 1,2,5] [-units FILE]
//
// A unit takes as long as one of the recorded ones, drawn at random and scaled to a mean.
// The store serves one worker after another; a rate is how many units a second it gives out
// and takes back, measured with empty units. Workers begin within the mean time of a unit,
// and there are a hundred units for each. No worker dies, and no unit is split. The output
// is the part of the time of all workers that is spent at units.
//
// The recorded units are the nodes of the 512 units of pentominoes and a square on 8x8 without
// symmetry, one of which has ten times the mean.
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

//go:embed testdata/units.txt
var recorded string

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "crowd:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("crowd", flag.ContinueOnError)
	workers := flags.String("workers", "1000,10000", "`LIST` of numbers of workers")
	rates := flags.String("rates", "450,1100", "`LIST` of units a second that the store serves")
	seconds := flags.String("seconds", "1,2,5,20,60", "`LIST` of means of the time of a unit")
	file := flags.String("units", "", "`FILE` of recorded units, a number a line")
	if err := flags.Parse(args); err != nil {
		return err
	}
	text := recorded
	if *file != "" {
		read, err := os.ReadFile(*file)
		if err != nil {
			return err
		}
		text = string(read)
	}
	units, err := numbers(strings.Fields(text))
	if err != nil {
		return err
	}
	var lists [3][]float64
	for k, list := range []string{*workers, *rates, *seconds} {
		if lists[k], err = numbers(strings.Split(list, ",")); err != nil {
			return err
		}
	}
	fmt.Fprint(out, "| workers | mean of a unit |")
	for _, rate := range lists[1] {
		fmt.Fprintf(out, " %g/s |", rate)
	}
	fmt.Fprintf(out, "\n| --- | --- |%s\n", strings.Repeat(" --- |", len(lists[1])))
	for _, w := range lists[0] {
		for _, s := range lists[2] {
			c := crowd{workers: int(w), mean: s, units: int(w * each), recorded: units}
			fmt.Fprintf(out, "| %g | %g s |", w, s)
			for _, rate := range lists[1] {
				c.rate = rate
				fmt.Fprintf(out, " %.0f %% |", 100*c.useful())
			}
			fmt.Fprintln(out)
		}
	}
	return nil
}

// numbers reads numbers above zero.
func numbers(words []string) (all []float64, err error) {
	for _, word := range words {
		x, err := strconv.ParseFloat(word, 64)
		if err != nil || !(x > 0 && x < 1e15) {
			return nil, fmt.Errorf("%q: want a number above zero", word)
		}
		all = append(all, x)
	}
	if all == nil {
		return nil, fmt.Errorf("there are no numbers")
	}
	return all, nil
}
