package worker_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/goleak"

	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/worker"
)

// TestMain makes workers of this program: those of the specs misbehave when the
// text tells them to.
func TestMain(m *testing.M) {
	loseSeccomp()
	worker.MainWith(misbehave, worker.WithRenderers(hostile{htmlrender.New()}, nil))
	goleak.VerifyTestMain(m,
		goleak.IgnoreAnyFunction("github.com/onsi/ginkgo/v2/internal/interrupt_handler.(*InterruptHandler).registerForInterrupts.func2"))
}

func TestWorker(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "worker")
}

// program is what the workers of the specs are: under the race detector, whose
// memory and time are its own, a build of this program without it.
var program = sync.OnceValue(func() string {
	if !worktest.RaceDetector {
		return ""
	}
	path := filepath.Join(os.TempDir(), fmt.Sprintf("trefoil-worker-%d.test", os.Getpid()))
	out, err := exec.Command("go", "test", "-c", "-ldflags=-s -w", "-o", path, ".").CombinedOutput()
	Expect(err).NotTo(HaveOccurred(), string(out))
	return path
})

var _ = AfterSuite(func() {
	if path := program(); path != "" {
		Expect(os.Remove(path)).To(Succeed())
	}
})

// misbehave does what libraries have done with small texts, and worse.
func misbehave(ctx context.Context, text []byte, limits openapi.Limits) (int, error) {
	word, _, _ := strings.Cut(string(text), "\n")
	switch word {
	case "spin":
		for i := 0; ; i++ {
			_ = i
		}
	case "wait":
		select {}
	case "overflow":
		return overflow(1), nil
	case "eat":
		var kept [][]byte
		for {
			block := make([]byte, 1<<20)
			for i := range block {
				block[i] = byte(i)
			}
			kept = append(kept, block)
			_ = kept
		}
	case "eat at once":
		size := int64(8 << 30)
		return len(make([]byte, size)), nil
	case "panic":
		panic("no")
	case "exit":
		os.Exit(0)
	case "talk":
		_, _ = os.Stdout.WriteString(strings.Repeat("x", 1<<20))
	case "write":
		return 0, os.WriteFile(os.TempDir()+"/trefoil-worker-test", []byte("x"), 0o600)
	case "open":
		_, err := os.ReadFile("/etc/hostname")
		return 0, err
	case "connect":
		_, err := net.Dial("tcp", "127.0.0.1:1")
		return 0, err
	case "start":
		return 0, exec.Command("/bin/true").Run()
	case "kill":
		return 0, disturb(os.Getppid())
	case "inherited":
		return 0, inherited()
	case "churn":
		return churn(), nil
	case "who":
		return 0, fmt.Errorf("process %d", os.Getpid())
	case "environment":
		return 0, errors.New(strings.Join(os.Environ(), " "))
	}
	return openapi.Check(ctx, text, limits)
}

// churn collects garbage on many threads. It returns how often.
func churn() int {
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			runtime.LockOSThread() // without an end: the thread goes with the goroutine
			for range 50 {
				_ = make([]byte, 1<<20)
				time.Sleep(time.Microsecond)
			}
		})
	}
	all.Wait()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.NumGC)
}

// overflow needs more stack than there is.
func overflow(n int) int {
	if n < 0 {
		return n
	}
	return overflow(n+1) + overflow(n+2)
}
