package check

import (
	"bufio"
	"context"
	"fmt"
	"io"
)

// A comparer takes a text by Write and compares it with the text that it reads.
type comparer struct {
	ctx         context.Context
	name, fault string // the part, and what a difference means
	got         *bufio.Reader
	line        int64
	buf         []byte
}

func newComparer(ctx context.Context, name, fault string, got io.Reader) *comparer {
	return &comparer{
		ctx: ctx, name: name, fault: fault, got: bufio.NewReaderSize(got, 1<<16), line: 1,
	}
}

func (c *comparer) refuse() error {
	return &Refusal{c.name, fmt.Sprintf("line %d", c.line), c.fault}
}

func (c *comparer) Write(want []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	c.buf = append(c.buf[:0], want...)
	got := c.buf
	n, err := io.ReadFull(c.got, got)
	for k, b := range want[:n] {
		if got[k] != b {
			return k, c.refuse()
		}
		if b == '\n' {
			c.line++
		}
	}
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return n, c.refuse()
	} else if err != nil {
		return n, fmt.Errorf("%s: %w", c.name, err)
	}
	return n, nil
}

// end refuses a read text that is longer than the written one.
func (c *comparer) end() error {
	if _, err := c.got.ReadByte(); err == nil {
		return c.refuse()
	} else if err != io.EOF {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	return nil
}
