module github.com/exactile/exactile

go 1.26.0

require (
	// exactile play: keys, and a screen that is drawn without flicker (MIT)
	charm.land/bubbletea/v2 v2.0.9
	// codes to scan on sheets (MIT)
	github.com/boombuler/barcode v1.1.0
	// PDF of sheets to print (MIT)
	codeberg.org/go-pdf/fpdf v0.12.0
	// tests only: pages and pictures as Chromium shows them (MIT)
	github.com/chromedp/cdproto v0.159.0
	// tests only: pages and pictures as Chromium shows them (MIT)
	github.com/chromedp/chromedp v0.22.1
	// which letters take two columns on a terminal (MIT)
	github.com/clipperhouse/displaywidth v0.11.0
	// tests only: the command on a terminal (MIT)
	github.com/creack/pty v1.1.24
	// a second SAT engine, with cardinality constraints of its own (MIT)
	github.com/crillab/gophersat v1.4.0
	// a SAT engine (MIT)
	github.com/go-air/gini v1.0.4
	// tests only: what differs between two values (BSD-3)
	github.com/google/go-cmp v0.7.0
	// zstd for certificates (BSD-3, Apache-2.0)
	github.com/klauspost/compress v1.20.3
	// exactile serve: a queue and a store that survive their machines, with nothing to install
	// (Apache-2.0)
	github.com/nats-io/nats-server/v2 v2.15.2
	// work nats:// and count --on speak to it, or to a NATS that is there (Apache-2.0)
	github.com/nats-io/nats.go v1.55.0
	// tests only: the command is run by scripts (BSD-3)
	github.com/rogpeppe/go-internal v1.16.0
	// tests only: the JSON Schema of puzzle files takes the good ones and finds the mistakes (Apache-2.0)
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	// verbs, flags, help and shell completion (Apache-2.0, BSD-3)
	github.com/spf13/cobra v1.10.2
	// verbs, flags, help and shell completion (Apache-2.0, BSD-3)
	github.com/spf13/pflag v1.0.10
	// tests only: no goroutine stays behind (MIT)
	go.uber.org/goleak v1.3.0
	// YAML in linear time, with the line and column of every value (MIT, Apache-2.0)
	go.yaml.in/yaml/v3 v3.0.6
	// PNG; the Go font, so that letters in pictures are the same everywhere; the names of colours
	// (BSD-3)
	golang.org/x/image v0.47.0
	// limits on the memory of other processes (BSD-3)
	golang.org/x/sys v0.49.0
	// whether a person looks, and how wide the terminal is (BSD-3)
	golang.org/x/term v0.47.0
	// tests only: random inputs that shrink (MPL-2.0)
	pgregory.net/rapid v1.3.0
)

require (
	github.com/BurntSushi/toml v1.4.1-0.20240526193622-a339e1f7089c // indirect
	github.com/antithesishq/antithesis-sdk-go v0.8.0-default-no-op // indirect
	github.com/charmbracelet/colorprofile v0.4.3 // indirect
	github.com/charmbracelet/ultraviolet v0.0.0-20260703014108-f5a850f9c2b7 // indirect
	github.com/charmbracelet/x/ansi v0.11.7 // indirect
	github.com/charmbracelet/x/term v0.2.2 // indirect
	github.com/charmbracelet/x/termios v0.1.1 // indirect
	github.com/charmbracelet/x/windows v0.2.2 // indirect
	github.com/clipperhouse/uax29/v2 v2.7.0 // indirect
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect
	github.com/google/go-tpm v0.9.8 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/lucasb-eyer/go-colorful v1.4.0 // indirect
	github.com/mattn/go-runewidth v0.0.23 // indirect
	github.com/minio/highwayhash v1.0.4 // indirect
	github.com/muesli/cancelreader v0.2.2 // indirect
	github.com/nats-io/jwt/v2 v2.8.2 // indirect
	github.com/nats-io/nkeys v0.4.16 // indirect
	github.com/nats-io/nuid v1.0.1 // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	github.com/xo/terminfo v0.0.0-20220910002029-abceb7e1c41e // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/exp/typeparams v0.0.0-20231108232855-2478ac86f678 // indirect
	golang.org/x/mod v0.41.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/telemetry v0.0.0-20260924152758-ed294f943157 // indirect
	golang.org/x/text v0.43.0 // indirect
	golang.org/x/time v0.16.0 // indirect
	golang.org/x/tools v0.51.0 // indirect
	golang.org/x/vuln v1.3.0 // indirect
	honnef.co/go/tools v0.8.2 // indirect
)

tool (
	golang.org/x/vuln/cmd/govulncheck
	honnef.co/go/tools/cmd/staticcheck
)
