package study

import (
	"fmt"
	"os"
	"runtime"
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
	// Memory is the memory of the machine in bytes, 0 if the system does not report it.
	Memory int64 `json:"memory,omitempty"`
}

// thisMachine returns the machine that this process runs on.
func thisMachine() Machine {
	return Machine{
		System: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version(),
		Cores: runtime.NumCPU(), Processor: processor(),
		Memory: contain.MachineMemory(),
	}
}

// processor is the name of the processor in Linux's /proc/cpuinfo.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo") // other systems have none
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(line, ":")
		if strings.TrimSpace(key) == "model name" {
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

// load returns how many programs needed a core on average during the last minute, nil if the
// system does not tell.
func load() *float64 {
	text, _ := os.ReadFile("/proc/loadavg")
	var n float64
	if _, err := fmt.Sscan(string(text), &n); err != nil {
		return nil
	}
	return &n
}

// watchLoad measures how busy other programs keep the machine from now on. The function that it
// returns tells how long that was, and how many cores were kept busy meanwhile by programs other
// than this process and its children, nil if the system does not report it. Systems count in
// hundredths of a second: over a short time it is a rough guess.
func watchLoad() (others func() (wall time.Duration, cores *float64)) {
	start, before, ours := time.Now(), busyTime(), contain.CPU()
	return func() (time.Duration, *float64) {
		wall, now := time.Since(start), busyTime()
		if before == 0 || now == 0 {
			return wall, nil
		}
		cores := ((now - before) - (contain.CPU() - ours)).Seconds() / max(wall.Seconds(), 1e-6)
		return wall, &cores
	}
}

// busyTime returns the busy time of all cores together in Linux's /proc/stat, with ticks of a
// hundredth of a second; 0 if it cannot be read.
func busyTime() time.Duration {
	text, _ := os.ReadFile("/proc/stat")
	// The last is time taken by other virtual machines.
	var user, nice, system, idle, wait, irq, soft, stolen int64
	if _, err := fmt.Sscanf(string(text), "cpu %d %d %d %d %d %d %d %d",
		&user, &nice, &system, &idle, &wait, &irq, &soft, &stolen); err != nil {
		return 0
	}
	return time.Duration(user+nice+system+irq+soft+stolen) * (time.Second / 100)
}
