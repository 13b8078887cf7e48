package main

import (
	"context"
	"runtime/debug"
	"syscall/js"

	"github.com/exactile/exactile/cmd/playground/internal/desk"
)

// The memory of a page: the garbage collector works harder near the first, and tables of
// merged states take up to the second.
const (
	memory = 1 << 30
	tables = 256 << 20
)

// main answers questions in a worker, one after another, until the page ends it. The page
// defines exactileReady and exactileAnswer before.
func main() {
	debug.SetMemoryLimit(memory)
	questions := make(chan string, 16)
	// What JavaScript calls must return at once: a search in it, or a file that it waits
	// for, would wait for the very loop that it holds up.
	js.Global().Set("exactileAsk", js.FuncOf(func(_ js.Value, args []js.Value) any {
		text := args[0].String()
		go func() { questions <- text }()
		return nil
	}))
	global := js.Global()
	d := desk.Desk{Memory: tables, Progress: func(n int) { global.Call("exactileProgress", n) }}
	global.Call("exactileReady")
	for q := range questions {
		global.Call("exactileAnswer", string(d.Answer(context.Background(), []byte(q))))
	}
}
