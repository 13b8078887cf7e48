package checkpoint

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/exactile/exactile/backends/plan"
)

// form is the version of the file: 1 was one object, rewritten at each save.
const form = 2

// A line of the file has one of these and a seal. The first has the form and the facts, the
// second the plan and the unit of it that the job is; the others are results.
type line struct {
	Form  int        `json:"exactile_checkpoint,omitempty"`
	Facts []Fact     `json:"facts,omitempty"`
	Plan  *plan.Plan `json:"plan,omitempty"`
	Unit  *plan.Unit `json:"unit,omitempty"`
	// Record is the result of a unit; Partial what was found of one that was not finished.
	Record  *plan.Record `json:"record,omitempty"`
	Partial *plan.Record `json:"partial,omitempty"`
	// Output is where the output ended, after so many Solutions.
	Output    *mark `json:"output,omitempty"`
	Solutions int64 `json:"solutions,omitempty"`
	// Whole is set in the line of the end of an output that has what follows the solutions.
	Whole bool `json:"whole,omitempty"`
}

const (
	// maxFile and maxLine bound what is read: far more than a job writes.
	maxFile = 1 << 30
	maxLine = 64 << 20
	// openingLine is how a checkpoint of any form begins: other files are not read any further.
	openingLine = `{"exactile_checkpoint":`
)

var (
	errNone    = errors.New("this is not a checkpoint")
	errDamaged = errors.New("it is damaged: remove it to start again, or restore a copy")
)

// sealLength is the length of a seal, the beginning of the digest of its line.
const sealLength = 16

// text is a line with its seal.
func (l line) text() ([]byte, error) {
	text, err := json.Marshal(l)
	return append(text, " "+digestOf(text)[:sealLength]+"\n"...), err
}

// parse is the inverse of text. It fails for a text that is not a whole line.
func (l *line) parse(text []byte) error {
	text, whole := bytes.CutSuffix(text, []byte("\n"))
	at := len(text) - sealLength - 1
	if !whole || at < 0 || string(text[at:]) != " "+digestOf(text[:at])[:sealLength] {
		return errDamaged
	}
	if err := json.Unmarshal(text[:at], l); err != nil {
		return fmt.Errorf("%w (%w)", errDamaged, err)
	}
	return nil
}

// readLines calls add for each line of a checkpoint, until one is damaged or refused, and
// returns where that one begins and why; nil at the end of the file. The first line must be
// whole and of this form, or it is an error.
func readLines(file *os.File, add func(n int, l line) error) (end int64, damage, err error) {
	info, err := file.Stat()
	if err != nil {
		return 0, nil, err
	}
	from := bufio.NewReaderSize(file, 1<<16)
	start, err := from.Peek(int(min(info.Size(), int64(len(openingLine)))))
	switch {
	case err != nil:
		return 0, nil, err
	case string(start) != openingLine[:len(start)]:
		return 0, nil, errNone
	case info.Size() > maxFile:
		return 0, nil, errors.New("it is too large")
	}
	for n := 0; ; n++ {
		text, err := readLine(from)
		if err == io.EOF && len(text) == 0 {
			return end, nil, nil
		}
		if err != nil && err != io.EOF {
			return 0, nil, err
		}
		var l line
		if err = l.parse(text); n == 0 {
			err = l.checkOpening(text, err)
		}
		if err == nil {
			err = add(n, l)
		}
		if err != nil && n == 0 {
			return 0, nil, err
		}
		if err != nil {
			return end, err, nil
		}
		end += int64(len(text))
	}
}

// readLine returns the next line, but no more than maxLine bytes of it.
func readLine(from *bufio.Reader) (text []byte, err error) {
	for err = bufio.ErrBufferFull; err == bufio.ErrBufferFull && len(text) <= maxLine; {
		var more []byte
		more, err = from.ReadSlice('\n')
		text = append(text, more...)
	}
	if err == bufio.ErrBufferFull {
		err = errors.New("it is too large")
	}
	return text, err
}

// checkOpening returns an error unless the first line, whose text had that error, opens a
// checkpoint of this form.
func (l *line) checkOpening(text []byte, err error) error {
	if l.Form == form || err != nil && !bytes.HasPrefix(text, []byte(openingLine+"1,")) {
		return err
	}
	// In form 1 the seal has a line of its own.
	var old line
	if json.Unmarshal(text, &old) != nil || old.Form < 1 {
		old = *l
	}
	if old.Form < 1 {
		return errNone
	}
	by := ""
	for _, f := range old.Facts {
		if f.Name == "exactile" {
			by = ", " + f.Value + ", which can finish it"
		}
	}
	return fmt.Errorf("%w: another version of exactile wrote it (format %d, not %d)%s", ErrOther,
		old.Form, form, by)
}
