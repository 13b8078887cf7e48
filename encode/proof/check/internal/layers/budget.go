package layers

import "context"

// A budget is what the recounts of a check may still use.
type budget struct {
	ctx                   context.Context
	limits                Limits
	statesLeft, testsLeft int64
	memory                int64 // for tables, at one time
	err                   error
}

// test uses so many tests, and now and then looks whether the context has ended.
func (b *budget) test(n int64) {
	before := b.testsLeft
	if b.testsLeft -= n; b.testsLeft < 0 {
		b.fail(&Excess{Limit: b.limits.Steps})
	} else if before>>16 != b.testsLeft>>16 && b.ctx.Err() != nil {
		b.fail(b.ctx.Err())
	}
}

// keepState uses a state.
func (b *budget) keepState() {
	if b.statesLeft--; b.statesLeft < 0 {
		b.fail(&Excess{Limit: b.limits.Steps})
	}
}

// allow fails if a recount needs so many bytes at one time and has fewer.
func (b *budget) allow(size int64) bool {
	if size > b.memory {
		b.fail(&Excess{Memory: true, Limit: b.limits.Memory})
		return false
	}
	return true
}

func (b *budget) fail(err error) {
	if b.err == nil {
		b.err = err
	}
}
