package native

import (
	"bytes"
	"os"
	"strconv"
)

// most is how many bytes merged states may take.
func (s *settings) most() int64 {
	if s.memory > 0 {
		return s.memory
	}
	return machineMemory() / 4
}

// machineMemory returns the machine's memory in bytes, or a modest guess where
// the system does not say.
func machineMemory() int64 {
	const guess = 4 << 30
	info, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return guess
	}
	_, rest, _ := bytes.Cut(info, []byte("MemTotal:"))
	line, _, _ := bytes.Cut(rest, []byte("kB"))
	kib, err := strconv.ParseInt(string(bytes.TrimSpace(line)), 10, 64)
	if err != nil || kib <= 0 {
		return guess
	}
	return kib << 10
}
