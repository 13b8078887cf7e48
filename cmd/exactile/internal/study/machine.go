package study

import (
	"bufio"
	"bytes"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

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

// Load returns how many programs needed a core on average during the last minute, nil if the
// system does not tell.
func Load() *float64 { return loadOf("/proc/loadavg") }

func loadOf(path string) *float64 {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	fields := bytes.Fields(text)
	if len(fields) == 0 {
		return nil
	}
	load, err := strconv.ParseFloat(string(fields[0]), 64)
	if err != nil {
		return nil
	}
	return &load
}

// A Watch measures how busy other programs keep the machine from now on.
type Watch struct {
	start     time.Time
	all, ours time.Duration
}

// StartWatch returns a watch that begins now.
func StartWatch() Watch { return Watch{time.Now(), busyOf("/proc/stat"), contain.CPU()} }

// Others returns how long the watch has run, and how many cores were kept busy meanwhile by
// programs other than this process and its children, nil if the system does not tell. Systems
// count in hundredths of a second: over a short time it is a rough guess.
func (w Watch) Others() (wall time.Duration, cores *float64) {
	wall = time.Since(w.start)
	all := busyOf("/proc/stat")
	if w.all == 0 || all == 0 {
		return wall, nil
	}
	others := ((all - w.all) - (contain.CPU() - w.ours)).Seconds() / max(wall.Seconds(), 1e-6)
	return wall, &others
}

// busyOf returns the busy time of all cores together from a file like Linux's /proc/stat, with
// ticks of a hundredth of a second; 0 if it cannot be read.
func busyOf(path string) time.Duration {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	fields := bytes.Fields(line)
	if len(fields) < 9 || string(fields[0]) != "cpu" {
		return 0
	}
	total := time.Duration(0)
	// user, nice, system, irq, softirq, and steal: time taken by other virtual machines
	for _, k := range []int{1, 2, 3, 6, 7, 8} {
		ticks, err := strconv.ParseInt(string(fields[k]), 10, 64)
		if err != nil {
			return 0
		}
		total += time.Duration(ticks) * (time.Second / 100)
	}
	return total
}
