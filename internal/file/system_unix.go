//go:build unix

package file

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// renamesOpen is set if an open file may be renamed or replaced.
const renamesOpen = true

// lock locks the file for this process, until it is closed or the process ends,
// or fails if another process has it.
func lock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

// SyncFolder makes sure that a new name is on the disk, as far as the file system and the
// permissions of the folder allow.
func SyncFolder(path string) error {
	at, _ := filepath.Split(path)
	folder, err := os.Open(at + ".")
	if err != nil {
		return nil
	}
	err = folder.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		err = nil
	}
	return errors.Join(err, folder.Close())
}

// lockPath locks a file or folder for this process, until the file is closed or the process ends,
// or fails if another process has it.
func lockPath(path string) (*os.File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if err := lock(file); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}
