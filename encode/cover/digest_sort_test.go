package cover

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The canonical form is the sorted list of forms, however many options there are
// beside those of the solution, and also where a list names an option twice.
func TestDigestSorts(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, options := range []int{1, 63, 64, 65, 700, 5000} {
		m := &Model{}
		for o := range options {
			m.Items = append(m.Items, Item{Name: fmt.Sprintf("i%d", r.IntN(1000)*options+o), Max: 1})
			m.Options = append(m.Options, []int{o})
		}
		d := m.Digester()
		for range 20 {
			s := Solution(r.Perm(options)[:r.IntN(min(options, 30)+1)])
			if len(s) > 0 && r.IntN(4) == 0 {
				s = append(s, s[0])
			}
			var forms []string
			for _, o := range s {
				forms = append(forms, m.Items[o].Name+"\x00")
			}
			slices.Sort(forms)
			sum := sha256.Sum256([]byte(strings.Join(forms, "\n")))
			if got, want := d.Solution(s).String(), "sha256:"+hex.EncodeToString(sum[:]); got != want {
				t.Fatalf("%d options, %v: %s, want %s", options, s, got, want)
			}
		}
	}
}
