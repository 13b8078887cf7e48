//go:build race

package gophersat

// abandon lets a running solver go on to its end, listening to it all the while:
// the race detector would report that learned is closed while it sends.
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
