//go:build unix

package httptransport_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

// What the environment tells a program that has few files and little memory.
const scarceURL = "HTTPTRANSPORT_SCARCE_URL"

func init() {
	if base := os.Getenv(scarceURL); base != "" {
		scarce(base)
		os.Exit(0)
	}
}

// scarce is that program: it asks for more at once than it has files for, and
// then for some things one after the other. It prints how many of each failed.
func scarce(base string) {
	limit := syscall.Rlimit{Cur: 64, Max: 64}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	client, err := restclient.New(httptransport.New(nil), restclient.WithBaseURL(base), restclient.WithTimeout(time.Minute))
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	get := restclient.RestEndpoint[int, string]("/texts/:n", restclient.WithErrorExpiry(0))
	ctx := client.Context(context.Background())
	var crowd sync.WaitGroup
	var refused, lost atomic.Int64
	for n := range 500 {
		crowd.Go(func() {
			if _, err := restclient.Fetch(ctx, get, n); err != nil {
				refused.Add(1)
			}
		})
	}
	crowd.Wait()
	for n := range 100 {
		if text, err := restclient.Fetch(ctx, get, n); err != nil || len(text) != 64<<10 {
			lost.Add(1)
		}
	}
	client.Close()
	fmt.Println("refused", refused.Load() > 0, "lost", lost.Load())
}

var _ = Describe("A program with 64 files and 128 MiB of memory", func() {
	It("gets errors when it asks for too much at once, and goes on afterwards", func(ctx SpecContext) {
		text := strings.Repeat("x", 64<<10)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			time.Sleep(20 * time.Millisecond)
			w.Header().Set("Content-Type", "text/plain")
			_, _ = io.WriteString(w, text)
		}))
		DeferCleanup(server.Close)

		cmd := exec.CommandContext(ctx, os.Args[0])
		cmd.Env = append(os.Environ(), scarceURL+"="+server.URL, "GOMEMLIMIT=128MiB")
		out, err := cmd.CombinedOutput()

		Expect(err).NotTo(HaveOccurred(), string(out))
		Expect(string(out)).To(Equal("refused true lost 0\n"))
	}, SpecTimeout(time.Minute))
})
