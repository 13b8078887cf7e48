//go:build race

package gophersat

// abandon lets a running solver continue to its end and receives its clauses
// meanwhile: the race detector would report a close of learned during a send.
func abandon[T any](learned chan string, done <-chan T) {
	go func() {
		for {
			select {
			case <-learned:
			case <-done:
				return
			}
		}
	}()
}
