//go:build !race

package gophersat

// abandon has a running solver panic at the next clause it learns.
func abandon(learned chan string, _ <-chan outcome) { close(learned) }
