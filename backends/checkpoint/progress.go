package checkpoint

import (
	"errors"
	"fmt"
	"time"
)

// progress is the finished work of a job, and where it is saved: the state in its file,
// and the output up to the mark in the state.
type progress struct {
	file   file
	state  state
	output *Output // nil if nothing is written
	warn   func(error)
	warned bool // the last save has failed, and Warn was called
	// solutions is how often Task.Found was called, earlier runs included.
	solutions int64
	pace
}

// apart returns an error if a checkpoint and an output would overwrite each other.
func apart(file string, o *Output) error {
	target, err := Target(file)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	for _, file := range []string{file, target, target + newSuffix} {
		for _, output := range []string{o.path, o.Partial()} {
			if placeOf(file) == placeOf(output) {
				return fmt.Errorf("checkpoint: %s cannot be both the checkpoint and the output",
					output)
			}
		}
	}
	return nil
}

// open reads the checkpoint of the job with these facts and cuts its output back to that
// point. On an error nothing has been changed. name is that of the checkpoint in messages;
// if lists is set, all counts in it must be of solutions that were listed and checked.
func (p *progress) open(name string, facts []Fact, lists bool) (known bool, err error) {
	if known, err = p.file.read(&p.state); err != nil {
		return false, errors.Join(err, p.file.close())
	}
	if known {
		err = p.fits(name, facts, lists)
	} else {
		p.state = state{Facts: facts, Root: &part{}}
	}
	if err == nil && p.output != nil {
		err = p.output.open(p.state.Output, p.state.Complete)
	}
	if err != nil {
		return false, errors.Join(err, p.file.close())
	}
	p.solutions = p.state.Solutions
	if known {
		return true, nil
	}
	// A file that cannot be written should fail now, and from here on no other process
	// starts the job.
	p.mark()
	if err := p.save(); err != nil {
		return false, errors.Join(err, p.close())
	}
	return false, nil
}

// fits returns an error unless the state that was read is of the job with these facts.
func (p *progress) fits(name string, facts []Fact, lists bool) error {
	if err := sameFacts(name, p.state.Facts, facts); err != nil {
		return err
	}
	if (p.output != nil) != (p.state.Output != nil) {
		return fmt.Errorf("checkpoint: %s: %w", name, errDamaged)
	}
	if lists && !p.state.Root.checked() {
		return fmt.Errorf("checkpoint: %s: its counts are not what was listed and checked: %w",
			name, errDamaged)
	}
	return nil
}

// mark notes the length of the output at the end of a part.
func (p *progress) mark() {
	if p.output != nil {
		mark := p.output.mark()
		p.state.Output, p.state.Solutions = &mark, p.solutions
	}
}

// save saves the finished work: first the output, then the state.
func (p *progress) save() error {
	if err := p.sync(); err != nil {
		return err
	}
	return p.file.write(&p.state)
}

// saveOrWarn saves in the middle of the run, which goes on if that fails: the disk may have
// room again, and the count needs none. A failed write of the output is an error: the
// output has lost something.
func (p *progress) saveOrWarn() error {
	start := time.Now()
	if err := p.sync(); err != nil {
		return err
	}
	err := p.file.write(&p.state)
	p.savedAt(start)
	if err != nil && !p.warned && p.warn != nil {
		p.warn(err)
	}
	p.warned = err != nil
	return nil
}

// sync puts the output on the disk.
func (p *progress) sync() error {
	if p.output == nil {
		return nil
	}
	return p.output.sync()
}

func (p *progress) close() error {
	err := p.file.close()
	if p.output != nil {
		err = errors.Join(err, p.output.close())
	}
	return err
}
