//go:build unix && !linux

package jetstream

import "testing"

func smallDisk(t testing.TB) string {
	t.Log("SKIPPED: full disks are made on Linux")
	return ""
}

func fill(testing.TB, string) (free func()) { return func() {} }
