package contain

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A watcher and the process that started it talk through two pipes. A byte on the leash
// tells the watcher to kill; if the leash is cut, since the other process has ended, the
// watcher kills and removes the folders. On the other pipe it reports, a line each:
//
//	pid N                        the program runs, as process N
//	fail TEXT                    it could not be started
//	end STATUS CPU PEAK BEFORE   it has ended: its wait status, nanoseconds, bytes
//
// BEFORE is the peak of the watcher itself, with which the program starts.
const (
	leashFile  = 3
	reportFile = 4
)

const (
	// watcherName is the name of the process of a watcher, and of no other.
	watcherName = "exactile-watcher"
	// itself is this program, even if its file has been replaced.
	itself = "/proc/self/exe"
	// surrender is how long a watcher tries to kill. Some processes cannot be killed, such as a
	// program that another user owns.
	surrender = 2 * time.Second
)

// watching is true once main has called [Watch]: only then can this program be a watcher.
var watching atomic.Bool

// Watch must be the first call in main. If this process was started as a watcher, Watch does its
// work and does not return. Otherwise it makes [Start] give each program a watcher.
func Watch() {
	if len(os.Args) > 2 && os.Args[0] == watcherName {
		attendProgram(os.Args[1:])
	}
	// Some systems that call themselves Linux do not list the children of a process.
	for _, needed := range []string{itself, "/proc/thread-self/children"} {
		if _, err := os.Stat(needed); err != nil {
			return
		}
	}
	watching.Store(true)
}

// ownGroup starts the command in a process group of its own.
func ownGroup(command *exec.Cmd) { command.SysProcAttr = attributes() }

// attributes are those of a process with a group of its own that ends with the
// thread that started it.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// A watcher is a watcher process, seen from the one that started it.
type watcher struct {
	leash, report *os.File
	lines         *bufio.Reader
	ends          []*os.File // its own ends of the pipes
}

// watched turns the command into a watcher that runs it; nil if that is not possible.
func watched(command *exec.Cmd, folders []string) (*watcher, error) {
	if !watching.Load() || len(command.ExtraFiles) > 0 || command.Err != nil {
		return nil, nil
	}
	hold, leash, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	report, tell, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, hold.Close(), leash.Close())
	}
	folders = slices.DeleteFunc(slices.Clone(folders), func(folder string) bool { return folder == "" })
	args := append([]string{watcherName, strconv.Itoa(len(folders))}, folders...)
	command.Args = append(append(args, command.Path), command.Args...)
	command.Path = itself
	command.ExtraFiles = []*os.File{hold, tell}
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // it does not get a Ctrl-C
	command.WaitDelay = 2 * surrender                         // its time to kill
	return &watcher{leash, report, bufio.NewReader(report), []*os.File{hold, tell}}, nil
}

// begin returns the number of the program's process once it runs.
func (w *watcher) begin(command *exec.Cmd) (pid int, err error) {
	for _, file := range w.ends {
		_ = file.Close()
	}
	line, _ := w.lines.ReadString('\n')
	if _, err := fmt.Sscanf(line, "pid %d\n", &pid); err == nil {
		return pid, nil
	}
	_ = w.kill()
	_ = command.Wait()
	w.close()
	if why, failed := strings.CutPrefix(line, "fail "); failed {
		return 0, errors.New(strings.TrimSuffix(why, "\n"))
	}
	return 0, errors.New("the process that would watch it was ended")
}

// ending waits for the end of the program.
func (w *watcher) ending() ending {
	var status syscall.WaitStatus
	var e ending
	var before int64
	line, _ := w.lines.ReadString('\n')
	if _, err := fmt.Sscanf(line, "end %d %d %d %d\n", &status, &e.cpu, &e.peak, &before); err != nil {
		return ending{lost: true}
	}
	if e.peak <= before {
		e.peak = 0 // it may be the peak of the watcher
	}
	switch {
	case status.Signaled():
		e.exit = &ExitError{-1, "signal: " + status.Signal().String()}
		if status.CoreDump() {
			e.exit.text += " (core dumped)"
		}
	case status.ExitStatus() != 0:
		e.exit = &ExitError{status.ExitStatus(), fmt.Sprintf("exit status %d", status.ExitStatus())}
	}
	return e
}

// kill makes the watcher kill all processes, and end.
func (w *watcher) kill() error {
	if _, err := w.leash.Write([]byte{1}); err != nil {
		return os.ErrProcessDone
	}
	return nil
}

// close closes the pipes once the watcher has ended, or has not begun.
func (w *watcher) close() {
	if w == nil {
		return
	}
	for _, file := range append(w.ends, w.leash, w.report) {
		_ = file.Close()
	}
}

// attendProgram is the work of a watcher: args are the number of folders, the folders, the
// path of the program and its arguments with its name. It ends the process.
func attendProgram(args []string) {
	runtime.LockOSThread() // the program ends with the thread that has started it
	unix.CloseOnExec(leashFile)
	unix.CloseOnExec(reportFile)
	leash, report := os.NewFile(leashFile, "leash"), os.NewFile(reportFile, "report")
	n, err := strconv.Atoi(args[0])
	if err != nil || n < 0 || len(args) < n+3 {
		os.Exit(2) // no caller does this
	}
	folders, program := args[1:n+1], args[n+1:]
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		fmt.Fprintf(report, "fail its watcher cannot be one: %v\n", err)
		os.Exit(1)
	}
	process, err := os.StartProcess(program[0], program[1:], &os.ProcAttr{
		Files: []*os.File{os.Stdin, os.Stdout, os.Stderr}, Sys: attributes(),
	})
	if err != nil {
		fmt.Fprintf(report, "fail %v\n", err)
		os.Exit(1)
	}
	before := Peak()
	letGo()
	fmt.Fprintf(report, "pid %d\n", process.Pid)
	told := make(chan struct{})
	go func() {
		n, _ := leash.Read(make([]byte, 1))
		go killBelow()
		select {
		case <-told:
		case <-time.After(surrender):
		}
		if n == 0 { // the process that started it has ended, and cannot remove them
			for _, folder := range folders {
				_ = os.RemoveAll(folder)
			}
		}
		syscall.Exit(0) // at once: under the race detector os.Exit takes a second
	}()
	reap(process.Pid, before, report)
	close(told)
	select {} // the leash ends the process
}

// letGo closes the files that only the program uses.
func letGo() {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return
	}
	for file := range 3 {
		_ = unix.Dup3(int(null.Fd()), file, 0)
	}
	_ = null.Close()
}

// reap waits until all processes below this one have ended, and reports the end of the program.
func reap(program int, before int64, report *os.File) {
	var cpu int64
	for {
		var status syscall.WaitStatus
		var used syscall.Rusage
		pid, err := syscall.Wait4(-1, &status, 0, &used)
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if err != nil {
			return // there are no children left
		}
		cpu += used.Utime.Nano() + used.Stime.Nano()
		if pid == program {
			fmt.Fprintf(report, "end %d %d %d %d\n", status, cpu, used.Maxrss<<10, before)
		}
	}
}

// killBelow kills all processes below this one, again and again, since there may be new ones. It
// stops each process before it lists the children, so that the process starts no more.
func killBelow() {
	for {
		tree := childrenOf(os.Getpid())
		for k := 0; k < len(tree); k++ {
			_ = syscall.Kill(tree[k], syscall.SIGSTOP)
			tree = append(tree, childrenOf(tree[k])...)
		}
		for _, pid := range tree {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		time.Sleep(time.Millisecond)
	}
}
