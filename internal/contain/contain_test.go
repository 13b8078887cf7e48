//go:build unix

package contain_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/exactile/exactile/internal/contain"
	"go.uber.org/goleak"
)

// fakeVariable makes this test binary the program that it names.
const fakeVariable = "EXACTILE_FAKE_PROGRAM"

func TestMain(m *testing.M) {
	contain.Watch()
	if name := os.Getenv(fakeVariable); name != "" {
		fake(name)
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

func fake(name string) {
	switch name {
	case "speaks":
		fmt.Print(strings.Repeat("0123456789", 1000))
		os.Exit(7)
	case "waits":
		time.Sleep(time.Hour)
	case "stops its watcher":
		_ = syscall.Kill(os.Getppid(), syscall.SIGSTOP)
		fmt.Println(os.Getppid())
		if os.Getenv("STAY") != "" {
			time.Sleep(time.Hour)
		}
	case "leaves one that drips":
		child := exec.Command(os.Args[0])
		child.Env, child.Stdout = append(os.Environ(), fakeVariable+"=drips"), os.Stdout
		_ = child.Start()
	case "drips":
		for {
			fmt.Print(".")
			time.Sleep(20 * time.Millisecond)
		}
	case "fills":
		held := fill(80 << 20)
		fmt.Println(contain.Peak())
		_, _ = io.Copy(io.Discard, os.Stdin)
		runtime.KeepAlive(held)
	case "fills more":
		held := fill(400 << 20)
		fmt.Println(contain.Peak())
		runtime.KeepAlive(held)
	case "starts one that fills":
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), fakeVariable+"=fills and waits")
		_ = child.Run()
	case "fills and waits":
		held := fill(80 << 20)
		time.Sleep(time.Hour)
		runtime.KeepAlive(held)
	case "leaves one that waits":
		// In a session of its own, from where no group leads back to this one.
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), fakeVariable+"=says its number and waits")
		child.Stdout = os.Stdout
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := child.Start(); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		if os.Getenv("STAY") != "" {
			time.Sleep(time.Hour)
		}
		// It is this process that the other one is left by once it has begun.
		for _, err := os.Stat(os.Getenv("BEGUN")); err != nil; _, err = os.Stat(os.Getenv("BEGUN")) {
			time.Sleep(time.Millisecond)
		}
	case "says its number and waits":
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
		fmt.Println(os.Getpid())
		_ = os.Stdout.Close()
		if err := os.WriteFile(os.Getenv("BEGUN"), nil, 0o600); err != nil {
			os.Exit(1)
		}
		time.Sleep(time.Hour)
	case "starts one that leaves one":
		// It dies without a word, and all that it has started must die with it.
		var runner contain.Runner
		child, err := runner.Start(context.Background(), contain.Program{
			Path: os.Args[0], Env: []string{fakeVariable + "=leaves one that waits"}, Folders: []string{os.Getenv("FOLDER")},
		})
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		_, _ = io.Copy(os.Stdout, child)
		time.Sleep(time.Hour)
	case "starts one that waits":
		// It dies without a word, and what it has started must die with it.
		var none *contain.Runner
		child, err := none.Start(context.Background(), contain.Program{Path: os.Args[0], Env: []string{fakeVariable + "=waits"}})
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println(child.Process())
		time.Sleep(time.Hour)
	}
}

func fill(size int) []byte {
	held := make([]byte, size)
	for k := 0; k < size; k += 4096 {
		held[k] = 1
	}
	return held
}

// command returns a command that is the fake of that name.
func command(t *testing.T, name string, env ...string) *exec.Cmd {
	t.Helper()
	p := program(t, name, env...)
	c := exec.CommandContext(t.Context(), p.Path)
	c.Env = append(os.Environ(), p.Env...)
	return c
}

// program returns a program that is the fake of that name.
func program(t *testing.T, name string, env ...string) contain.Program {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return contain.Program{Path: self, Env: append(env, fakeVariable+"="+name)}
}

func start(t *testing.T, ctx context.Context, p contain.Program) *contain.Child {
	t.Helper()
	var none *contain.Runner
	child, err := none.Start(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	return child
}

func onLinux(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("memory is looked at on Linux")
	}
	if testing.Short() {
		t.Skip("the race detector, which short tests may run with, has memory of its own")
	}
}

// What was printed can be read at leisure, long after the end.
func TestRead(t *testing.T) {
	child := start(t, t.Context(), program(t, "speaks"))
	var said bytes.Buffer
	if _, err := io.CopyN(&said, child, 10); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond)
	if _, err := io.Copy(&said, child); err != nil {
		t.Error(err)
	}
	if said.Len() != 10000 {
		t.Errorf("%d bytes were read, want 10000", said.Len())
	}
	var exit *contain.ExitError
	if _, err := child.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 7 {
		t.Errorf("Wait: %v, want exit status 7", err)
	}
	if _, err := child.Wait(); !errors.As(err, &exit) {
		t.Errorf("a second Wait: %v", err)
	}
}

func TestContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	child := start(t, ctx, program(t, "waits"))
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := io.Copy(io.Discard, child); err != nil {
		t.Error(err)
	}
	if _, err := child.Wait(); err == nil {
		t.Error("Wait returns no error")
	}
}

func TestStartFails(t *testing.T) {
	var runner contain.Runner
	defer runner.Close()
	for range 2 {
		if child, err := runner.Start(t.Context(), contain.Program{Path: "/no/such/program"}); err == nil {
			_, _ = child.Wait()
			t.Error("a program that is not there was started")
		}
	}
}

// The peak is what the program sees of itself, not that of the one that started
// it; and one that is larger is known also if it lasts for no time.
func TestPeak(t *testing.T) {
	onLinux(t)
	ballast := fill(160 << 20)
	for name, size := range map[string]int64{"fills": 80 << 20, "fills more": 400 << 20} {
		t.Run(name, func(t *testing.T) {
			p := program(t, name)
			p.Input = true
			child := start(t, t.Context(), p)
			var own int64
			if _, err := fmt.Fscan(child, &own); err != nil {
				t.Fatal(err)
			}
			for k := 0; name == "fills" && child.Seen() < own*4/5 && k < 1000; k++ {
				time.Sleep(10 * time.Millisecond) // it is looked at sooner or later
			}
			_ = child.Input.Close()
			_, _ = io.Copy(io.Discard, child)
			used, err := child.Wait()
			if err != nil {
				t.Fatal(err)
			}
			if own < size || own > size+50<<20 {
				t.Errorf("the program sees a peak of %d bytes of its own, and filled %d", own, size)
			}
			if used.Memory < own*4/5 || used.Memory > own*6/5 {
				t.Errorf("a peak of %d bytes, the program says %d", used.Memory, own)
			}
		})
	}
	runtime.KeepAlive(ballast)
	if peak := contain.Peak(); peak < 160<<20 {
		t.Errorf("the peak of this process is %d bytes, and it held 160 MB", peak)
	}
}

// What a program's children have counts as well.
func TestMemoryOfTheWholeFamily(t *testing.T) {
	onLinux(t)
	const limit = 60 << 20
	p := program(t, "starts one that fills")
	p.Memory = limit
	child := start(t, t.Context(), p)
	_, _ = io.Copy(io.Discard, child)
	_, err := child.Wait()
	var memory *contain.MemoryError
	if !errors.As(err, &memory) || memory.Used <= limit || memory.Limit != limit {
		t.Fatalf("Wait: %v, want a MemoryError", err)
	}
	if want := fmt.Sprintf("it used %s of memory; its limit is 60M", contain.Bytes(memory.Used)); err.Error() != want {
		t.Errorf("the error is %q, want %q", err, want)
	}
}

// A program does not outlive the one that started it, even if that is killed.
func TestOrphansEnd(t *testing.T) {
	onLinux(t)
	parent := command(t, "starts one that waits")
	output, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	var pid int
	if _, err := fmt.Fscan(output, &pid); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, 0); err != nil {
		t.Fatalf("the grandchild is not there: %v", err)
	}
	_ = parent.Process.Kill()
	_ = parent.Wait()
	mustEnd(t, pid)
}

// mustEnd waits for the end of a process, which is about to come.
func mustEnd(t *testing.T, pid int) {
	t.Helper()
	for range 6000 {
		if !runs(pid) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d lives on", pid)
	_ = syscall.Kill(pid, syscall.SIGKILL)
}

// runs reports whether a process is there and has not ended.
func runs(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && !bytes.Contains(text, []byte(") Z "))
}

// All processes end with the process that started them, however that ends, and the
// folders that are not needed any more are gone.
func TestNothingOutlivesTheOneWhoWaits(t *testing.T) {
	onLinux(t)
	for _, stays := range []string{"", "yes"} {
		folder := filepath.Join(t.TempDir(), "folder")
		if err := os.MkdirAll(filepath.Join(folder, "below"), 0o700); err != nil {
			t.Fatal(err)
		}
		parent := command(t, "starts one that leaves one",
			"BEGUN="+filepath.Join(t.TempDir(), "begun"), "STAY="+stays, "FOLDER="+folder)
		output, err := parent.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := parent.Start(); err != nil {
			t.Fatal(err)
		}
		var pid int
		if _, err := fmt.Fscan(output, &pid); err != nil {
			t.Fatal(err)
		}
		if !runs(pid) {
			t.Fatalf("process %d is not there", pid)
		}
		_ = parent.Process.Kill()
		_ = parent.Wait()
		mustEnd(t, pid)
		for k := 0; k < 6000; k++ {
			if _, err := os.Stat(folder); err != nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if _, err := os.Stat(folder); err == nil {
			t.Error("the folder is there still")
		}
	}
}

func TestExcerpt(t *testing.T) {
	var x contain.Excerpt
	fmt.Fprint(&x, "panic: out of\ncheese\xff")
	if got := x.String(); got != "panic: out of cheese?" {
		t.Errorf("the excerpt is %q", got)
	}
	for range 10000 {
		fmt.Fprintln(&x, "goroutine 1 [running]:")
	}
	fmt.Fprint(&x, "exit")
	got := x.String()
	if !strings.HasPrefix(got, "panic: out of cheese") || !strings.HasSuffix(got, "exit") || len(got) > 700 || !strings.Contains(got, " ... ") {
		t.Errorf("the excerpt is %q", got)
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 1000: "1000", 1024: "1K", 4 << 20: "4M", 5<<20 + 1: "5120K", 48<<20 + 5: "48M", 2 << 30: "2G", 3 << 40: "3072G"} {
		if got := contain.Bytes(n); got != want {
			t.Errorf("Bytes(%d) = %q, want %q", n, got, want)
		}
	}
}

// The output of a program that was killed is not waited for as that of one that has
// ended by itself.
func TestKilledIsNotWaitedFor(t *testing.T) {
	for _, kill := range []bool{true, false} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		name := "speaks"
		if kill {
			name = "waits"
		}
		child := start(t, ctx, program(t, name))
		if kill {
			cancel()
		}
		if _, err := child.Wait(); err == nil {
			t.Errorf("%s: it ended well", name)
		}
		if child.Hurried() != kill {
			t.Errorf("%s: hurried %v", name, child.Hurried())
		}
	}
}

// The folder of a runner is one for all its programs, and is gone after Close.
func TestFolder(t *testing.T) {
	var none *contain.Runner
	var runner contain.Runner
	folder := runner.Folder()
	if info, err := os.Stat(folder); err != nil || !info.IsDir() || runner.Folder() != folder || none.Folder() != "" {
		t.Errorf("the folder is %q, %v", folder, err)
	}
	runner.Close()
	if _, err := os.Stat(folder); err == nil {
		t.Errorf("%s is there after Close", folder)
	}
}
