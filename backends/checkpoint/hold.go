package checkpoint

import (
	"fmt"
	"os"
	"time"
)

// A process that was killed holds its locks until the system is done with it, which
// takes a while where the machine is busy or it had much memory. Who starts it anew
// at once is not told that another one is at work, but waits so long.
const (
	dyingTime = time.Second
	dyingStep = 10 * time.Millisecond
)

// hold opens the file at a path, with the flags of os.OpenFile, and locks it. A
// file that got another one in its place meanwhile is given up for that one: its
// lock says nothing, since whoever renamed the other has that one locked. What is
// no file, such as a pipe or a device, is an error, and is not opened: that could
// wait for ever, and to rename a file to it would destroy it.
func hold(path string, flags int, lock func(*os.File) error) (*os.File, error) {
	for waited := time.Duration(0); ; {
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%s: is no file", path)
		}
		file, err := os.OpenFile(path, flags, 0o666)
		if err != nil {
			return nil, err
		}
		if err := lock(file); err != nil {
			_ = file.Close()
			if waited < dyingTime {
				waited += dyingStep
				time.Sleep(dyingStep)
				continue
			}
			return nil, fmt.Errorf("%s: another process is at work on it: %w", path, err)
		}
		if names(path, file) {
			return file, nil
		}
		_ = file.Close()
	}
}

// names reports whether the path still is that of the open file.
func names(path string, file *os.File) bool {
	there, err := os.Stat(path)
	if err != nil {
		return false
	}
	held, err := file.Stat()
	return err == nil && os.SameFile(there, held)
}

// likeOld gives a file the permissions of what it will replace, if that is there.
func likeOld(file *os.File, path string) error {
	old, err := os.Stat(path)
	if err != nil {
		return nil
	}
	if info, err := file.Stat(); err == nil && info.Mode().Perm() == old.Mode().Perm() {
		return nil // there are file systems that let nobody change them
	}
	return file.Chmod(old.Mode().Perm())
}
