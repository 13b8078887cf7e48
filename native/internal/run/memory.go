package run

import (
	"bytes"
	"os"
	"strconv"
	"sync"
)

// MostMemory is how many bytes merged states may take.
func (s *Settings) MostMemory() int64 {
	if s.Memory > 0 {
		return s.Memory
	}
	return machineMemory() / 4
}

// machineMemory returns the machine's memory in bytes, or a modest guess where
// the system does not say.
var machineMemory = sync.OnceValue(func() int64 {
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
})
