package contain

import "syscall"

// attributes are those of a process with a group of its own that ends with the
// thread that started it.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
