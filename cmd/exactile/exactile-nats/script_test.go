package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/exactile/exactile/internal/contain"
)

func TestMain(m *testing.M) {
	contain.Watch() // before this binary takes itself for another program
	testscript.Main(m, map[string]func(){"exactile": main})
}

// TestScripts runs the verbs that need a network.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{Dir: "testdata/script", RequireExplicitExec: true, RequireUniqueNames: true})
}
