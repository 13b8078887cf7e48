//go:build unix

package checkpoint

import (
	"os"
	"path/filepath"
	"syscall"
)

// renamesOpen says that an open file may be renamed, and another take its name.
const renamesOpen = true

// lock takes the file for this process, until it is closed or the process ends in
// whatever way, or fails if another one has it.
func lock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

// syncFolder makes sure that the name of a file that was renamed is on the disk.
func syncFolder(path string) error {
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	err = folder.Sync()
	if closing := folder.Close(); err == nil {
		err = closing
	}
	return err
}
