package desk

import (
	"context"
	"encoding/json"
	"fmt"
)

// handlers maps each question to the method that answers it.
func (d *Desk) handlers() map[string]func(context.Context, *Request) (any, error) {
	return map[string]func(context.Context, *Request) (any, error){
		"catalogue": d.catalogue, "open": d.open, "set": d.set, "board": d.board,
		"look": d.describe, "count": d.count, "solve": d.solve, "cells": d.cells,
		"svg": d.svg, "sheet": d.sheet, "yaml": d.yaml,
		"design": d.design, "hint": d.hint, "why": d.why, "rate": d.rate, "watch": d.watch,
		"card": d.card,
	}
}

// Handle answers a question as JSON: {"answer": ...}, or {"error": "..."} with a text for the
// user of the page. No question makes it panic.
func (d *Desk) Handle(ctx context.Context, question []byte) []byte {
	var q Request
	err := json.Unmarshal(question, &q)
	var answer any
	if err == nil {
		if ask := d.handlers()[q.Kind]; ask != nil {
			answer, err = ask(ctx, &q)
		} else {
			err = fmt.Errorf("nobody can answer %q", q.Kind)
		}
	}
	var text []byte
	if err == nil {
		text, err = json.Marshal(map[string]any{"answer": answer})
	}
	if err != nil {
		text, _ = json.Marshal(map[string]string{"error": err.Error()}) // text is always JSON
	}
	return text
}
