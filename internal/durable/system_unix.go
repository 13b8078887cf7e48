//go:build unix

package durable

import (
	"os"
	"path/filepath"
	"syscall"
)

// RenamesOpen is set if an open file may be renamed or replaced.
const RenamesOpen = true

// lock locks the file for this process, until it is closed or the process ends,
// or fails if another process has it.
func lock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

// SyncFolder makes sure that a rename is on the disk.
func SyncFolder(path string) error {
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
