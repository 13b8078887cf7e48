package main

import (
	"context"
	"runtime/debug"
	"syscall/js"

	"github.com/exactile/exactile/cmd/playground/internal/desk"
)

// Memory limits of a page in bytes: memory is the soft limit of the garbage collector, tables
// bounds tables of merged states.
const (
	memory = 1 << 30
	tables = 256 << 20
)

// main answers questions in a worker, one after another, until the page ends it. The page must
// define exactileReady, exactileAnswer and exactileProgress first.
func main() {
	debug.SetMemoryLimit(memory)
	questions := make(chan string, 16)
	// A function called from JavaScript must return at once: a search or a file access in it
	// would block the event loop for which it waits.
	js.Global().Set("exactileAsk", js.FuncOf(func(_ js.Value, args []js.Value) any {
		text := args[0].String()
		go func() { questions <- text }()
		return nil
	}))
	global := js.Global()
	d := desk.Desk{Memory: tables, Progress: func(n int) { global.Call("exactileProgress", n) }}
	global.Call("exactileReady")
	for q := range questions {
		global.Call("exactileAnswer", string(d.Handle(context.Background(), []byte(q))))
	}
}
