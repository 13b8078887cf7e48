package solid

import (
	"bytes"
	"encoding/binary"
	"math"
)

// A Model is a set of triangles in space that bound bodies, in millimetres: the corners of each
// triangle run anticlockwise seen from outside.
type Model struct{ triangles [][3][3]float32 }

// Triangles returns how many triangles there are.
func (m *Model) Triangles() int { return len(m.triangles) }

// STL returns the model as a binary STL file.
func (m *Model) STL() []byte {
	var b bytes.Buffer
	var head [80]byte // must not begin with "solid", which text files do
	copy(head[:], "made by exactile, in millimetres")
	b.Write(head[:])
	write := func(v any) { _ = binary.Write(&b, binary.LittleEndian, v) } // a Buffer never fails
	write(uint32(len(m.triangles)))
	for _, t := range m.triangles {
		var e, f, normal [3]float64
		for k := range e {
			e[k], f[k] = float64(t[1][k]-t[0][k]), float64(t[2][k]-t[0][k])
		}
		length := 0.0
		for k := range normal {
			i, j := (k+1)%3, (k+2)%3
			normal[k] = e[i]*f[j] - e[j]*f[i]
			length += normal[k] * normal[k]
		}
		for k := range normal {
			if length > 0 {
				normal[k] /= math.Sqrt(length)
			}
			write(float32(normal[k]))
		}
		write(t)
		write(uint16(0))
	}
	return b.Bytes()
}
