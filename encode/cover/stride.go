package cover

// Stride returns a step that visits all of n places, modulo n: it is about n times the golden
// section long, and has no divisor in common with n.
func Stride(n int) int {
	step := max(1, n*618/1000)
	for a, b := step, n; b != 0; {
		if a, b = b, a%b; b == 0 && a > 1 {
			step++
			a, b = step, n
		}
	}
	return step
}
