package viewer_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
)

// What is promised: see SECURITY.md.
const (
	promisedCPU = time.Second
	worstAtOnce = 64
	patienceFor = time.Second // of a visitor, p99
)

// TestSoak measures what is promised, each text in a server of its own, and writes
// the page that TREFOIL_SOAK names.
func TestSoak(t *testing.T) {
	path := os.Getenv("TREFOIL_SOAK")
	if path == "" {
		t.Skip("make soak measures this")
	}
	g := NewWithT(t)
	s := &soak{g: g, program: filepath.Join(t.TempDir(), "served"), kinds: map[string]*worst{}}
	s.loads.unbounded = true // it is for no request
	out, err := exec.CommandContext(t.Context(), "go", "build", "-o", s.program, "./internal/worktest/served").CombinedOutput()
	g.Expect(err).NotTo(HaveOccurred(), string(out))
	empty := s.serve(t.Context(), hostileText{"nothing", yamlHead + "paths: {}\n"})
	s.own = empty.usage(t.Context()).Since(empty.about.Began)
	empty.stop()
	for i, text := range hostileTexts {
		t.Logf("%d of %d: %s", i+1, len(hostileTexts), text.title)
		s.examine(t.Context(), text)
	}
	tree := "  /tree: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/T'}}}}}}\n" +
		"components: {schemas: {T: {items: {$ref: '#/components/schemas/T'}}}}\n"
	s.requests(t.Context(), hostileText{"300 operations", manyPaths(300) + tree})
	page, red := s.page()
	g.Expect(os.WriteFile(path, []byte(page), 0o644)).To(Succeed())
	g.Expect(red).To(BeEmpty())
}

type soak struct {
	g       *WithT
	program string         // that serves
	own     worktest.Usage // what the process needs to serve an empty description
	kinds   map[string]*worst
	loads   worst
	long    []row
	rush    []rush
}

// worst is what the requests of one kind cost at most.
type worst struct {
	requests  int
	bytes     int
	cpu       time.Duration
	peak      int64
	size      int // of the text that bytes is of
	bytesOf   string
	cpuOf     string
	peakOf    string
	beyond    int
	unbounded bool // in memory
}

func (w *worst) add(title string, size, bytes int, used worktest.Usage) {
	w.requests++
	if bytes >= w.bytes {
		w.bytes, w.bytesOf, w.size = bytes, title, size
	}
	if used.CPU >= w.cpu {
		w.cpu, w.cpuOf = used.CPU, title
	}
	if used.Peak >= w.peak {
		w.peak, w.peakOf = used.Peak, title
	}
	limit := int64(10*size + freeBytes)
	if used.CPU > promisedCPU || int64(bytes) > limit || used.Peak > limit && !w.unbounded {
		w.beyond++
	}
}

// row is what one long request costs.
type row struct {
	title       string
	size, bytes int
	used        worktest.Usage
}

// rush is what the worst requests of a text cost at once.
type rush struct {
	title           string
	requests        int
	refused, failed int
	used            worktest.Usage
	took            time.Duration
	before, during  []time.Duration // that a visitor waits
	unserved        int
}

// kindOf is the kind of what is at an address.
func kindOf(path string) string {
	address, query, _ := strings.Cut(strings.TrimPrefix(path, "/"), "?")
	folder, _, inner := strings.Cut(address, "/")
	switch {
	case query == "part=console":
		return "console of a part"
	case query == "part=1", query == "entry=1":
		return "part of a page"
	case address == "llms-full.txt", address == "llms.txt", address == "robots.txt", address == "sitemap.xml", address == "openapi", strings.HasPrefix(address, "openapi."), strings.HasPrefix(address, "_/"):
		return address
	case folder == "search" || strings.HasPrefix(address, "search"):
		return "search"
	case strings.HasSuffix(address, ".md"):
		return "page in Markdown"
	case folder == "assets":
		return "file of the viewer"
	case address == "":
		return "overview"
	case address == "nothing":
		return "page for nothing"
	case inner && address != folder+"/":
		return "page of " + folder
	}
	return "list of " + folder
}

// examine asks a server of a text for everything, one after the other, and then a
// fresh one for what was worst, at once.
func (s *soak) examine(ctx context.Context, text hostileText) {
	server := s.serve(ctx, text)
	load := server.usage(ctx).Since(server.about.Began)
	s.loads.add(text.title, len(text.text), 0, worktest.Usage{CPU: load.CPU - s.own.CPU, Peak: load.Peak - s.own.Peak})
	type asked struct {
		path string
		cpu  time.Duration
	}
	var all []asked
	for _, path := range s.parts(ctx, text) {
		bytes, used := server.cost(ctx, path)
		kind := kindOf(path)
		w := s.kinds[kind]
		if w == nil {
			w = &worst{unbounded: kind == "llms-full.txt"}
			s.kinds[kind] = w
		}
		w.add(text.title, len(text.text), bytes, used)
		all = append(all, asked{path, used.CPU})
	}
	server.stop()
	slices.SortFunc(all, func(a, b asked) int { return cmp.Compare(b.cpu, a.cpu) })
	var paths []string
	for i := range worstAtOnce {
		paths = append(paths, all[i%len(all)].path)
	}
	s.rush = append(s.rush, s.atOnce(ctx, text, paths))
}

// parts are the addresses of what is served of a text.
func (s *soak) parts(ctx context.Context, text hostileText) []string {
	doc, err := openapi.FromContent(text.text).Load(ctx)
	s.g.Expect(err).NotTo(HaveOccurred(), text.title)
	return partsOf(doc)
}

// atOnce sends all requests at the same time, each from another address, to a
// server that has answered nothing yet, and follows a visitor who reads meanwhile.
func (s *soak) atOnce(ctx context.Context, text hostileText, paths []string) rush {
	server := s.serve(ctx, text)
	defer server.stop()
	r := rush{title: text.title, requests: len(paths)}
	visitor := clientAt("127.0.2.1")
	visit := func() time.Duration {
		began := time.Now()
		status, _, err := fetched(ctx, visitor, server.about.Address+"/?page=1")
		if err != nil || status != http.StatusOK {
			r.unserved++
		}
		return time.Since(began)
	}
	for range 100 {
		r.before = append(r.before, visit())
	}
	started := server.fresh(ctx)
	began := time.Now()
	ended := make(chan struct{})
	var mu sync.Mutex
	var all sync.WaitGroup
	for i, path := range paths {
		all.Go(func() {
			status, _, err := fetched(ctx, clientAt(fmt.Sprintf("127.0.1.%d", i+1)), server.about.Address+path)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err != nil:
				r.failed++
			case status == http.StatusServiceUnavailable:
				r.refused++
			}
		})
	}
	go func() {
		all.Wait()
		r.took = time.Since(began)
		close(ended)
	}()
	for during := true; during; {
		r.during = append(r.during, visit())
		select {
		case <-ended:
			during = false
		case <-time.After(2 * time.Millisecond):
		}
	}
	r.used = server.usage(ctx).Since(started)
	return r
}

// requests sends long requests to a server of an ordinary description.
func (s *soak) requests(ctx context.Context, text hostileText) {
	server := s.serve(ctx, text)
	defer server.stop()
	for _, long := range longRequests {
		size := len(long.path)
		for _, h := range long.headers {
			size += len(h)
		}
		before := server.fresh(ctx)
		_, bytes, err := fetched(ctx, clientAt("127.0.2.1"), server.about.Address+long.path, long.headers...)
		s.g.Expect(err).NotTo(HaveOccurred(), long.title)
		s.long = append(s.long, row{long.title, size, bytes, server.usage(ctx).Since(before)})
	}
	const mocked, proxied, visited = "/_/mock/tree", "/_/request", "/_d/"
	visit := func(text string) string {
		data, err := json.Marshal(map[string]string{"content": text})
		s.g.Expect(err).NotTo(HaveOccurred())
		return string(data)
	}
	for _, body := range []struct{ title, path, text string }{
		{"a body for the mock server of 20,000 levels", mocked, strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000)},
		{"a body for the mock server of 30,000 values", mocked, "[" + strings.Repeat("1,", 30_000) + "1]"},
		{"a body for the mock server that is one text", mocked, `"` + strings.Repeat(`\u00e9`, 16_000) + `"`},
		{"a request for the proxy with 4,000 headers", proxied, `{"method":"GET","url":"http://a.example/","headers":[` + strings.Repeat(`["A","b"],`, 4000) + `["A","b"]]}` + "\n"},
		{"a request for the proxy of 20,000 levels", proxied, strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + "\n"},
		{"a request for the proxy with a body of 100 kB", proxied, `{"method":"POST","url":"http://a.example/"}` + "\n" + strings.Repeat("x", 99_000)},
		{"a description of a visitor whose parts cost much", visited, visit(callbackBomb())},
		{"a description of a visitor of 90 kB", visited, visit(manyDescriptions(40, strings.Repeat("a@b.cc ", 300)))},
		{"a description of a visitor that is refused", visited, visit(strings.Repeat("[", 90_000))},
	} {
		before := server.fresh(ctx)
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, server.about.Address+body.path, strings.NewReader(body.text))
		s.g.Expect(err).NotTo(HaveOccurred())
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Sec-Fetch-Site", "same-origin")
		request.Header.Set("Trefoil-Description", "1")
		if body.path == proxied {
			request.Header.Set(tryit.RequestHeader, "1")
			request.Header.Set("Content-Type", tryit.RequestType)
		}
		status, bytes, err := do(clientAt("127.0.2.1"), request)
		s.g.Expect(err).NotTo(HaveOccurred(), body.title)
		s.g.Expect(status).To(BeElementOf(http.StatusCreated, http.StatusOK, http.StatusBadRequest, http.StatusForbidden, http.StatusUnprocessableEntity), body.title)
		s.long = append(s.long, row{body.title, len(body.text), bytes, server.usage(ctx).Since(before)})
	}
}

// soakServer is a server in a process of its own: internal/worktest/served.
type soakServer struct {
	g     *WithT
	stop  func()
	about struct {
		Address string
		Began   worktest.Usage
	}
}

func (s *soak) serve(ctx context.Context, text hostileText) *soakServer {
	cmd := exec.CommandContext(ctx, s.program)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	s.g.Expect(err).NotTo(HaveOccurred())
	out, err := cmd.StdoutPipe()
	s.g.Expect(err).NotTo(HaveOccurred())
	s.g.Expect(cmd.Start()).To(Succeed())
	s.g.Expect(json.NewEncoder(in).Encode([]byte(text.text))).To(Succeed())
	server := &soakServer{g: s.g, stop: func() {
		_ = in.Close()
		_ = cmd.Wait()
	}}
	s.g.Expect(json.NewDecoder(out).Decode(&server.about)).To(Succeed(), text.title)
	s.g.Eventually(func() time.Duration { // until nothing is done in the background any more
		before := server.usage(ctx).CPU
		time.Sleep(20 * time.Millisecond)
		return server.usage(ctx).CPU - before
	}).WithTimeout(time.Minute).Should(BeNumerically("<", 5*time.Millisecond))
	return server
}

// cost is what a request costs the process, and how long its answer is.
func (s *soakServer) cost(ctx context.Context, path string) (bytes int, used worktest.Usage) {
	before := s.fresh(ctx)
	_, bytes, err := fetched(ctx, clientAt("127.0.2.1"), s.about.Address+path)
	s.g.Expect(err).NotTo(HaveOccurred(), path)
	return bytes, s.usage(ctx).Since(before)
}

func (s *soakServer) fresh(ctx context.Context) worktest.Usage { return s.measure(ctx, "/fresh") }

func (s *soakServer) usage(ctx context.Context) worktest.Usage { return s.measure(ctx, "/usage") }

func (s *soakServer) measure(ctx context.Context, path string) (used worktest.Usage) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.about.Address+path, nil)
	s.g.Expect(err).NotTo(HaveOccurred())
	answer, err := http.DefaultClient.Do(request)
	s.g.Expect(err).NotTo(HaveOccurred())
	defer func() { _ = answer.Body.Close() }()
	s.g.Expect(json.NewDecoder(answer.Body).Decode(&used)).To(Succeed())
	return used
}

// clientAt is a client with an address of its own on loopback.
func clientAt(ip string) *http.Client {
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(ip)}}
	return &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true}, Timeout: time.Minute}
}

// fetched sends a GET and returns the status and the length of the answer.
func fetched(ctx context.Context, c *http.Client, address string, headers ...string) (status, bytes int, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, 0, err
	}
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	return do(c, r)
}

func do(c *http.Client, r *http.Request) (status, bytes int, err error) {
	answer, err := c.Do(r)
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = answer.Body.Close() }()
	n, err := io.Copy(io.Discard, answer.Body)
	return answer.StatusCode, int(n), err
}

// page writes what was found, and returns the rows that break the promise.
func (s *soak) page() (text string, red []string) {
	var b strings.Builder
	line := func(format string, a ...any) { fmt.Fprintf(&b, format+"\n", a...) }
	verdict := func(title string, good bool) string {
		if good {
			return "kept"
		}
		red = append(red, title)
		return "**broken**"
	}
	line("# What the worst requests cost\n")
	line("This page is written by `make soak`; do not edit it.")
	line("All figures are of one run on one machine (%s, %d processors, %s): each text is served by a process of its own, which does nothing else.\n", runtime.GOARCH, runtime.NumCPU(), runtime.Version())
	line("The promise of [SECURITY.md](../../SECURITY.md): a request for a description of at most 100 kB costs at most %s of processor time, and at most ten times the size and 16 MiB of memory and of answer.", promisedCPU)
	line("Processor time and memory are those of the whole process, as the system counts them: the peak above what it had before the request. Files and pages that were asked for before are not asked for again.")
	line("Where memory is not promised, the work is done once for all readers: reading the description, and llms-full.txt.\n")
	line("## Everything that is served of %d hostile descriptions\n", len(hostileTexts))
	line("| what | requests | longest answer | most processor time | highest peak | promise |")
	line("|---|--:|--:|--:|--:|--:|")
	write := func(title string, w *worst) {
		memory := mib(w.peak)
		if w.unbounded {
			memory += " (not promised)"
		}
		line("| %s | %d | %s, %s | %s, %s | %s, %s | %s |", title, w.requests, kb(w.bytes), w.bytesOf, ms(w.cpu), w.cpuOf, memory, w.peakOf, verdict(title, w.beyond == 0))
	}
	write("loading and indexing, beyond what an empty description takes", &s.loads)
	for _, kind := range slices.Sorted(maps.Keys(s.kinds)) {
		write(kind, s.kinds[kind])
	}
	line("\n## Long requests about a description of 300 operations\n")
	line("| request | its size | answer | processor time | peak | promise |")
	line("|---|--:|--:|--:|--:|--:|")
	for _, r := range s.long {
		limit := int64(10*r.size + freeBytes)
		good := r.used.CPU <= promisedCPU && r.used.Peak <= limit && int64(r.bytes) <= limit
		line("| %s | %s | %s | %s | %s | %s |", r.title, kb(r.size), kb(r.bytes), ms(r.used.CPU), mib(r.used.Peak), verdict(r.title, good))
	}
	line("\n## The %d worst requests of a description at once\n", worstAtOnce)
	line("They come from %d addresses at the same moment, to a server that has made none of the pages yet. A visitor from another address asks for the overview all the while: it is served when each answer is 200 and the slowest of a hundred takes at most %s.\n", worstAtOnce, patienceFor)
	line("| description | all are answered after | refused (503) | processor time | peak | visitor alone, p50, p99 | visitor meanwhile, p50, p99 | visitor |")
	line("|---|--:|--:|--:|--:|--:|--:|--:|")
	slices.SortFunc(s.rush, func(a, b rush) int { return cmp.Compare(b.used.CPU, a.used.CPU) })
	for _, r := range s.rush {
		good := r.unserved == 0 && r.failed == 0 && percentile(r.during, 99) <= patienceFor
		line("| %s | %s | %d | %s | %s | %s, %s | %s, %s | %s |", r.title, ms(r.took), r.refused, ms(r.used.CPU), mib(r.used.Peak),
			ms(percentile(r.before, 50)), ms(percentile(r.before, 99)), ms(percentile(r.during, 50)), ms(percentile(r.during, 99)), verdict("at once: "+r.title, good))
	}
	return b.String(), red
}

// percentile is the time that so many of a hundred take at most.
func percentile(all []time.Duration, of int) time.Duration {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[min(len(sorted)-1, len(sorted)*of/100)]
}

func ms(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d)/1e6) }

func kb(n int) string { return fmt.Sprintf("%.1f kB", float64(n)/1000) }

func mib(n int64) string { return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20)) }
