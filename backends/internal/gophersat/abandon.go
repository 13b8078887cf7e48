//go:build !race

package gophersat

// abandon has a running solver panic at the next clause it learns.
func abandon[T any](learned chan string, _ <-chan T) { close(learned) }
