package printer

import "slices"

// A Format is a way to print solutions.
type Format struct {
	Name string
	// Picture is set if it draws one puzzle, in one file.
	Picture bool
	// Resumes is set if it writes solution by solution, so that a run can go on where another
	// ended.
	Resumes bool

	flags []string // of [Flags] that it uses
	words bool     // headings and endings are in words
	// begin returns how the printer prints in this format. It may refuse the puzzle or the output.
	begin func(*output) (form, error)
}

// Formats are all formats, the default first.
var Formats = []Format{
	{Name: "text", Resumes: true, words: true, begin: textForm},
	{Name: "json", Resumes: true, begin: jsonForm},
	{Name: "jsonl", Resumes: true, begin: jsonLinesForm},
	{Name: "cells", Resumes: true, words: true, begin: cellsForm},
	{Name: "boxes", words: true, begin: boxesForm},
	{Name: "svg", Picture: true, begin: pictureForm,
		flags: []string{"theme", "palette", "columns", "view", "title", "legend"}},
	{Name: "png", Picture: true, begin: pictureForm,
		flags: []string{"theme", "palette", "columns", "view", "title", "legend", "scale"}},
	{Name: "html", Picture: true, begin: pictureForm, flags: []string{"palette", "view"}},
}

// Names are the names of all formats.
func Names() []string { return names(func(Format) bool { return true }) }

// Resuming are the names of the formats with Resumes.
func Resuming() []string { return names(func(f Format) bool { return f.Resumes }) }

func names(of func(Format) bool) (all []string) {
	for _, f := range Formats {
		if of(f) {
			all = append(all, f.Name)
		}
	}
	return all
}

// Named returns the format of a name, which must be one of [Names].
func Named(name string) Format {
	return Formats[slices.IndexFunc(Formats, func(f Format) bool { return f.Name == name })]
}
