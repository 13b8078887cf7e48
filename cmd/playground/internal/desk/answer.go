package desk

import (
	"context"
	"encoding/json"
	"fmt"
)

// answers maps each question to the method that answers it.
func (d *Desk) answers() map[string]func(context.Context, *Question) (any, error) {
	return map[string]func(context.Context, *Question) (any, error){
		"catalogue": d.catalogue, "open": d.open, "set": d.set, "board": d.board,
		"look": d.look, "count": d.count, "solve": d.solve, "cells": d.cells,
		"digest": d.digest, "svg": d.svg, "sheet": d.sheet, "yaml": d.yaml,
		"design": d.design,
	}
}

// Answer answers a question as JSON: {"answer": ...}, or {"error": "..."} with a text for the
// user of the page. No question makes it panic.
func (d *Desk) Answer(ctx context.Context, question []byte) []byte {
	var q Question
	err := json.Unmarshal(question, &q)
	var answer any
	if err == nil {
		if ask := d.answers()[q.Ask]; ask != nil {
			answer, err = ask(ctx, &q)
		} else {
			err = fmt.Errorf("nobody can answer %q", q.Ask)
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
