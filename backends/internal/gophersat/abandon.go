//go:build !race

package gophersat

// abandon makes a running solver panic at the next clause it learns.
func abandon[T any](learned chan string, _ <-chan T) { close(learned) }
