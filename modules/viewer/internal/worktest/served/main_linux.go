// Served serves the description at its input until that ends, with what that
// costs the process:
//
//	GET /fresh   gives unused memory back to the system, and answers with the usage
//	GET /usage   answers with the usage since the process began
//
// The first line that it writes says where it listens, and the usage before the text was read.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"runtime/debug"
	"strconv"
	"syscall"
	"time"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/mathml"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
	"github.com/trefoil-go/trefoil/modules/viewer/mermaid"
	"github.com/trefoil-go/trefoil/modules/viewer/mock"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/worker"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
)

// spent is what the process has used: a worktest.Usage.
type spent struct {
	CPU           time.Duration
	Peak, Present int64 // bytes of memory that the system has given it
}

// about is what the process says first.
type about struct {
	Address string
	Began   spent // before the description was read
}

func main() {
	drafts := worker.Main()
	proxy, err := tryit.NewProxy()
	if err != nil {
		panic(err)
	}
	text := make([]byte, 0)
	if err := json.NewDecoder(io.LimitReader(os.Stdin, 1<<30)).Decode(&text); err != nil {
		panic(err)
	}
	began := fresh()
	v, err := viewer.New(openapi.FromContent(string(text)), htmlrender.New(htmlrender.WithFence("mermaid", mermaid.Draw), htmlrender.WithFence("math", mathml.Draw)), viewer.WithMarkdown(mdrender.New()), viewer.WithMock(mock.WithPause(0)),
		viewer.WithRequestProxy(proxy), viewer.WithVisitorDescriptions(drafts, viewer.VisitorLimits{}))
	if err != nil {
		panic(err)
	}
	_ = v.Wait(context.Background()) // a text that is refused is served, too
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	said := about{Address: "http://" + listener.Addr().String(), Began: began}
	mux := http.NewServeMux()
	mux.Handle("/", v)
	mux.HandleFunc("/fresh", func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(fresh()) })
	mux.HandleFunc("/usage", func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(usage()) })
	go func() {
		server := &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}
		panic(server.Serve(listener))
	}()
	if err := json.NewEncoder(os.Stdout).Encode(said); err != nil {
		panic(err)
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// fresh gives back the memory that is not used, and is the usage from then on.
func fresh() spent {
	debug.FreeOSMemory()
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // the peak is that from now on
	return usage()
}

func usage() spent {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		panic(err)
	}
	of := func(field string) int64 {
		found := regexp.MustCompile(field + `:\s*(\d+) kB`).FindSubmatch(status)
		if found == nil {
			panic(fmt.Sprintf("no %s in /proc/self/status", field))
		}
		n, _ := strconv.ParseInt(string(found[1]), 10, 64)
		return n << 10
	}
	return spent{CPU: time.Duration(used.Utime.Nano() + used.Stime.Nano()), Peak: of("VmHWM"), Present: of("VmRSS")}
}
