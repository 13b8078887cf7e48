package contain

import "strings"

// An Excerpt keeps the first and the last bytes that are written to it, such as the error
// output of a program. It is an io.Writer whose writes always succeed.
type Excerpt struct {
	head, tail []byte
	cut        bool // something between them is gone
}

const (
	headSize = 200
	tailSize = 400
)

// Write takes in p.
func (x *Excerpt) Write(p []byte) (int, error) {
	n := len(p)
	fits := min(len(p), headSize-len(x.head))
	x.head = append(x.head, p[:fits]...)
	p = p[fits:]
	if len(x.tail)+len(p) > tailSize {
		x.cut = true
	}
	x.tail = append(x.tail, p[max(0, len(p)-tailSize):]...)
	x.tail = x.tail[max(0, len(x.tail)-tailSize):]
	return n, nil
}

// String returns what was kept as one line.
func (x *Excerpt) String() string {
	text := string(x.head)
	if x.cut {
		text += " ... "
	}
	return strings.Join(strings.Fields(strings.ToValidUTF8(text+string(x.tail), "?")), " ")
}
