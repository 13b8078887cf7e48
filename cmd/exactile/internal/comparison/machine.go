package comparison

import (
	"bufio"
	"bytes"
	"os"
	"runtime"
	"strings"

	"github.com/exactile/exactile/internal/contain"
)

// A Machine describes the machine of a comparison, without its host name.
type Machine struct {
	System string `json:"system"` // linux/amd64
	Go     string `json:"go"`     // the version exactile was built with
	// Cores is how many cores a program may use, Processor their name; "" if the system does
	// not tell.
	Cores     int    `json:"cores"`
	Processor string `json:"processor,omitempty"`
	// Memory is the memory of the machine in bytes, 0 if the system does not tell.
	Memory int64 `json:"memory,omitempty"`
}

// ThisMachine returns the machine that this process runs on.
func ThisMachine() Machine {
	return Machine{
		System: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version(),
		Cores: runtime.NumCPU(), Processor: processor("/proc/cpuinfo"),
		Memory: contain.MachineMemory(),
	}
}

// processor finds the name of the processor in a file like Linux's /proc/cpuinfo.
func processor(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		key, value, ok := strings.Cut(lines.Text(), ":")
		if ok && strings.TrimSpace(key) == "model name" {
			return strings.Join(strings.Fields(value), " ")
		}
	}
	return ""
}

// String is a short description for people.
func (m Machine) String() string {
	text := m.System + ", " + m.Go
	if m.Processor != "" {
		text = m.Processor + ", " + text
	}
	return text
}
