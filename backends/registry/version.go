package registry

import (
	"context"
	"runtime/debug"
	"strings"

	"github.com/exactile/exactile/backends/internal/engines"
	"github.com/exactile/exactile/backends/internal/process"
)

// Version returns the version of what does the work for the backend of that name:
// of the library, as this program was built with it, of the outside program, which
// is run for it, or of exactile. It is "" if not known.
func (o Options) Version(ctx context.Context, name string) string {
	if path, outside := Program(name); outside {
		program, err := o.Known().Find(path)
		if err != nil {
			return ""
		}
		ctx, cancel := context.WithTimeout(ctx, process.VersionTime)
		defer cancel()
		said, _ := program.Version(ctx) // an error means that it has no version
		return said
	}
	base, _, _ := strings.Cut(name, "/")
	if e, ok := engines.Of(base); ok {
		return builtWith(e.Module)
	}
	return builtWith("github.com/exactile/exactile")
}

// builtWith returns the version of a module in this program, "" if it is not known.
func builtWith(path string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	if info.Main.Path == path {
		return info.Main.Version
	}
	for _, m := range info.Deps {
		if m.Path != path {
			continue
		}
		if m.Replace != nil {
			m = m.Replace
		}
		return m.Version
	}
	return ""
}
