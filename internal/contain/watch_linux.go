package contain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A watcher and the process that started it exchange messages on a socket. Each message to
// the watcher begins with a byte for what it does:
//
//	run   a Program follows as JSON, and its files come with the message
//	kill  kill all processes
//	quit  end: there are no processes
//
// If the socket is closed otherwise, the process that started it has ended. Then the watcher
// kills all and removes the folders. Its answers:
//
//	pid N                             the program runs, as process N
//	fail TEXT                         it could not be started
//	end STATUS CPU PEAK BEFORE [idle] it has ended: its wait status, nanoseconds, bytes
//	idle                              all other processes have ended, too
//
// BEFORE is the peak of the watcher itself, with which the program starts.
const (
	runMessage  = 'r'
	killMessage = 'k'
	quitMessage = 'q'
	idleText    = "idle"

	// maxMessage is less than what the system takes for one message.
	maxMessage = 1 << 17
	socketFile = 3
	maxFiles   = 3
)

const (
	// watcherName is the name of the process of a watcher, and of no other.
	watcherName = "exactile-watcher"
	// selfPath is this program, even if its file has been replaced.
	selfPath = "/proc/self/exe"
	// startTimeout is how long a watcher may take to start a program, and answerTimeout to answer
	// that all are killed. Both are far above what a busy machine takes: a watcher that does not
	// answer was stopped by its program, or is no watcher any more.
	startTimeout  = time.Minute
	answerTimeout = 5 * killTimeout
)

// watching is true once main has called [Watch]: only then can this program be a watcher.
var watching atomic.Bool

// Watch must be the first call in main. If this process was started as a watcher, Watch does its
// work and does not return. Otherwise it makes [Runner.Start] give each program a watcher.
func Watch() {
	if len(os.Args) == 1 && os.Args[0] == watcherName {
		serve()
	}
	// Some systems that call themselves Linux do not list the children of a process.
	for _, needed := range []string{selfPath, "/proc/thread-self/children"} {
		if _, err := os.Stat(needed); err != nil {
			return
		}
	}
	watching.Store(true)
}

func newKeeper() (keeper, error) {
	if !watching.Load() {
		return newDirect(), nil
	}
	return newWatcher()
}

// A watcher is a watcher process, seen from the one that started it.
type watcher struct {
	conn    socket
	command *exec.Cmd
	idle    bool // it has no child
	buffer  [1 << 10]byte
}

func newWatcher() (_ *watcher, err error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	other := os.NewFile(uintptr(pair[1]), "watched")
	defer func() { _ = other.Close() }()
	w := &watcher{idle: true}
	if w.conn, err = newSocket(pair[0], "watcher"); err != nil {
		return nil, err
	}
	w.command = &exec.Cmd{
		Path: selfPath, Args: []string{watcherName}, ExtraFiles: []*os.File{other},
		SysProcAttr: &syscall.SysProcAttr{Setpgid: true}, // it does not get a Ctrl-C
	}
	if err = w.command.Start(); err != nil {
		return nil, errors.Join(err, w.conn.Close())
	}
	return w, nil
}

// A socket is one end of a connection that passes on messages and open files.
type socket struct{ *os.File }

// newSocket makes the file of a socket wait in Go's poller, not in a thread of its own.
func newSocket(fd int, name string) (socket, error) {
	if err := unix.SetNonblock(fd, true); err != nil {
		return socket{}, err
	}
	return socket{os.NewFile(uintptr(fd), name)}, nil
}

// send sends a message with open files.
func (s socket) send(message []byte, files ...int) error {
	raw, err := s.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = raw.Write(func(fd uintptr) bool {
		failed = unix.Sendmsg(int(fd), message, unix.UnixRights(files...), nil, unix.MSG_NOSIGNAL)
		return failed != unix.EAGAIN
	})
	return errors.Join(err, failed)
}

// receive receives a message and the rights to open files, and returns their lengths.
func (s socket) receive(message, rights []byte) (n, r int, err error) {
	raw, err := s.SyscallConn()
	if err != nil {
		return 0, 0, err
	}
	var failed error
	err = raw.Read(func(fd uintptr) bool {
		n, r, _, _, failed = unix.Recvmsg(int(fd), message, rights, unix.MSG_CMSG_CLOEXEC)
		return failed != unix.EAGAIN
	})
	return n, r, errors.Join(err, failed)
}

// receive returns the next message, "" if the watcher has ended.
func (w *watcher) receive() string {
	n, _ := w.conn.Read(w.buffer[:])
	return string(w.buffer[:n])
}

func (w *watcher) start(ctx context.Context, p *Program, files []*os.File) (pid int, err error) {
	message, err := json.Marshal(p)
	if err != nil {
		return 0, err
	}
	if len(message) >= maxMessage {
		return 0, unix.E2BIG
	}
	var fds []int
	for _, file := range files {
		fds = append(fds, int(file.Fd()))
	}
	w.idle = false
	_ = w.conn.SetDeadline(time.Now().Add(startTimeout))
	watch := context.AfterFunc(ctx, func() { _ = w.conn.SetDeadline(time.Now()) })
	err = w.conn.send(append([]byte{runMessage}, message...), fds...)
	if err != nil {
		watch()
		abandon(w.command.Process.Pid)
		return 0, errNoWatcher
	}
	answer := w.receive()
	watch()
	_ = w.conn.SetDeadline(time.Time{})
	if _, err := fmt.Sscanf(answer, "pid %d", &pid); err == nil {
		return pid, nil
	}
	if why, failed := strings.CutPrefix(answer, "fail "); failed {
		w.idle = true
		return 0, errors.New(why)
	}
	abandon(w.command.Process.Pid)
	return 0, errNoWatcher
}

func (w *watcher) wait() exitInfo {
	var status syscall.WaitStatus
	var e exitInfo
	var peak, before int64
	answer := w.receive()
	if _, err := fmt.Sscanf(answer, "end %d %d %d %d", &status, &e.cpu, &peak,
		&before); err != nil {
		abandon(w.command.Process.Pid)
		return exitInfo{lost: true}
	}
	w.idle = strings.HasSuffix(answer, idleText)
	e.account(peak, before)
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

func (w *watcher) settle() {
	if w.idle {
		return
	}
	if w.idle = w.receive() == idleText; !w.idle {
		abandon(w.command.Process.Pid)
	}
}

func (w *watcher) stopped() bool { return isStopped(w.command.Process.Pid) }

func (w *watcher) kill() {
	if isStopped(w.command.Process.Pid) {
		abandon(w.command.Process.Pid)
		return
	}
	w.tell(killMessage)
	_ = w.conn.SetReadDeadline(time.Now().Add(answerTimeout))
}

// tell sends a message without more.
func (w *watcher) tell(message byte) {
	_ = w.conn.SetWriteDeadline(time.Now().Add(killTimeout))
	_, _ = w.conn.Write([]byte{message})
}

func (w *watcher) reusable() bool { return w.idle }

func (w *watcher) close() {
	w.tell(quitMessage)
	if isStopped(w.command.Process.Pid) {
		_ = w.command.Process.Kill()
	}
	late := time.AfterFunc(killTimeout, func() { _ = w.command.Process.Kill() })
	defer late.Stop()
	_ = w.command.Wait() // so that the system accounts for its time
	_ = w.conn.Close()
}

func (w *watcher) roots(int) []int { return childrenOf(w.command.Process.Pid) }

// An order is a program to run with these files.
type order struct {
	Program
	files []*os.File
}

// serve is the work of a watcher. It ends the process.
func serve() {
	runtime.LockOSThread() // a program ends with the thread that has started it
	unix.CloseOnExec(socketFile)
	conn, err := newSocket(socketFile, "socket")
	if err == nil {
		err = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
	}
	if err != nil {
		os.Exit(2) // no caller does this, and no kernel that Go runs on
	}
	orders := make(chan order)
	go receiveOrders(conn, orders)
	for o := range orders {
		o.run(conn)
	}
}

// receiveOrders receives the messages to a watcher.
func receiveOrders(conn socket, orders chan<- order) {
	message, rights := make([]byte, maxMessage), make([]byte, unix.CmsgSpace(maxFiles*4))
	var o order
	for {
		n, r, err := conn.receive(message, rights)
		switch {
		case err != nil || n == 0: // the process that started it has ended
			killBelow()
			for _, folder := range o.Folders {
				_ = os.RemoveAll(folder)
			}
			exit()
		case message[0] == killMessage:
			if !killBelow() {
				exit()
			}
		case message[0] == quitMessage:
			exit()
		default:
			o = order{files: filesOf(rights[:r])}
			if err := json.Unmarshal(message[1:n], &o.Program); err != nil || len(o.files) < 2 {
				exit() // no caller does this
			}
			orders <- o
		}
	}
}

// exit ends the process at once: under the race detector os.Exit takes a second.
func exit() { syscall.Exit(0) }

// filesOf returns the files that came with a message.
func filesOf(rights []byte) (files []*os.File) {
	messages, _ := unix.ParseSocketControlMessage(rights)
	for k := range messages {
		fds, _ := unix.ParseUnixRights(&messages[k])
		for _, fd := range fds {
			_ = unix.SetNonblock(fd, false) // it is the program's
			files = append(files, os.NewFile(uintptr(fd), "of the program"))
		}
	}
	return files
}

// run runs a program until it has ended with all that it has started.
func (o *order) run(conn socket) {
	answer := func(format string, args ...any) { fmt.Fprintf(conn, format, args...) }
	command := o.command(o.files)
	ownGroup(command)
	err := command.Start()
	for _, file := range o.files {
		_ = file.Close()
	}
	if err != nil {
		answer("fail %.500v", err)
		return
	}
	answer("pid %d", command.Process.Pid)
	reap(command.Process.Pid, answer)
	_ = command.Process.Release() // it was waited for here
}

// reap waits until all processes below this one have ended, and answers when the program has.
func reap(program int, answer func(format string, args ...any)) {
	var cpu int64
	var end string // not answered yet
	flags := 0
	for {
		var status syscall.WaitStatus
		var used syscall.Rusage
		pid, err := syscall.Wait4(-1, &status, flags, &used)
		cpu += used.Utime.Nano() + used.Stime.Nano()
		switch {
		case errors.Is(err, syscall.EINTR):
		case err != nil: // there are no children left
			answer("%s%s", end, idleText)
			return
		case pid == 0: // there are, and the program has ended
			answer("%s", end)
			end, flags = "", 0
		case pid == program:
			end = fmt.Sprintf("end %d %d %d %d ", status, cpu, used.Maxrss<<10, Peak())
			flags = syscall.WNOHANG
		}
	}
}
