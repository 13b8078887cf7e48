package contain

import (
	"bytes"
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// limitData keeps the program from allocating much more than the limit.
func limitData(pid int, memory int64) {
	if memory <= 0 {
		return
	}
	// Plus a quarter, the memory that a Go runtime reserves at a time, and stacks of threads.
	most := uint64(memory + memory/4 + 256<<20)
	// A program that has ended by now needs no limit.
	_ = unix.Prlimit(pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: most, Max: most}, nil)
}

// maxTree bounds how many processes are measured, so that a fork bomb does not
// keep the watcher busy.
const maxTree = 256

// residentOf returns the resident memory of processes together, and the largest known
// value of it so far. It is 0 for a process that has ended.
func residentOf(processes []int) (resident, peak int64) {
	largest := int64(0)
	for _, pid := range processes {
		now, most := statusOf(strconv.Itoa(pid))
		resident += now
		largest = max(largest, most)
	}
	return resident, max(resident, largest)
}

// below returns the processes with those below them, up to maxTree.
func below(tree []int) []int {
	for k := 0; k < len(tree) && k < maxTree; k++ {
		tree = append(tree, childrenOf(tree[k])...)
	}
	return tree[:min(len(tree), maxTree)]
}

// statusOf returns the resident memory of a process and the peak of it.
func statusOf(process string) (resident, peak int64) {
	text, err := os.ReadFile("/proc/" + process + "/status")
	if err != nil {
		return 0, 0
	}
	return field(text, "VmRSS:"), field(text, "VmHWM:")
}

// field returns a value in bytes, 0 if there is none.
func field(status []byte, name string) int64 {
	_, rest, _ := bytes.Cut(status, []byte(name))
	value, _, _ := bytes.Cut(rest, []byte("kB"))
	kib, err := strconv.ParseInt(string(bytes.TrimSpace(value)), 10, 64)
	if err != nil {
		return 0
	}
	return kib << 10
}

// MachineMemory returns the machine's memory in bytes.
func MachineMemory() int64 {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	return field(text, "MemTotal:")
}

func childrenOf(pid int) []int {
	// Only the names are needed: matching a pattern would query the state of each file,
	// and this is called many times a second.
	tasks := "/proc/" + strconv.Itoa(pid) + "/task"
	dir, err := os.Open(tasks)
	if err != nil {
		return nil
	}
	defer dir.Close()
	threads, err := dir.Readdirnames(-1)
	if err != nil {
		return nil
	}
	var children []int
	for _, thread := range threads {
		text, err := os.ReadFile(tasks + "/" + thread + "/children")
		if err != nil {
			continue
		}
		for word := range bytes.FieldsSeq(text) {
			if child, err := strconv.Atoi(string(word)); err == nil {
				children = append(children, child)
			}
		}
	}
	return children
}

// Peak returns the peak of this process's resident memory in bytes.
//
// It is not the peak of getrusage, where a program starts with the peak of the
// process that started it.
func Peak() int64 {
	_, peak := statusOf("self")
	return peak
}

// ownGroup starts the command in a process group of its own. It ends with the thread that
// started it.
func ownGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// maxResident returns the peak of resident memory of a process that has ended, in bytes.
func maxResident(state *os.ProcessState) int64 {
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return int64(usage.Maxrss) << 10
	}
	return 0
}
