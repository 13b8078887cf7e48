package jetstream

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// smallDisk returns a folder on a disk of its own that is soon full, where the system lets a
// test make one, and "" elsewhere.
func smallDisk(t testing.TB) string {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=200m"); err != nil {
		t.Logf("SKIPPED: full disks: %v", err)
		return ""
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// fill takes all room on the disk of a folder, until it is freed.
func fill(t testing.TB, dir string) (free func()) {
	file, err := os.Create(filepath.Join(dir, "filler"))
	if err != nil {
		t.Error(err)
		return func() {}
	}
	// Others write there meanwhile: what is too much is asked for in smaller pieces.
	for at, piece := int64(0), int64(1<<26); piece >= 1<<12; {
		if syscall.Fallocate(int(file.Fd()), 0, at, piece) == nil {
			at += piece
		} else {
			piece /= 2
		}
	}
	return func() {
		_ = file.Close()
		if err := os.Remove(file.Name()); err != nil {
			t.Error(err)
		}
	}
}
