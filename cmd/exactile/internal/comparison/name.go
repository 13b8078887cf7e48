package comparison

import "github.com/exactile/exactile/encode"

// SplitEncoding parts a backend's name from its encoding, "" if it names none.
func SplitEncoding(name string) (engine, encoding string) {
	for at, c := range name {
		if c == '/' {
			if _, err := encode.Lookup(name[at+1:]); err == nil {
				return name[:at], name[at+1:]
			}
		}
	}
	return name, ""
}
