package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/api"
	"github.com/trefoil-go/trefoil/apps/demo/travel"
	"github.com/trefoil-go/trefoil/apps/demo/travel/traveltest"
	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/router"
)

// program is a run of the program as a process of its own.
type program struct {
	*exec.Cmd
	stdout *bufio.Reader
	stderr *bytes.Buffer
}

// start starts the program.
func start(ctx context.Context, args ...string) program {
	GinkgoHelper()
	self, err := os.Executable()
	Expect(err).NotTo(HaveOccurred())
	p := program{Cmd: exec.CommandContext(ctx, self, args...), stderr: &bytes.Buffer{}}
	p.Env, p.Cmd.Stderr = append(os.Environ(), asProgram+"=1"), p.stderr
	out, err := p.StdoutPipe()
	Expect(err).NotTo(HaveOccurred())
	p.stdout = bufio.NewReader(out)
	Expect(p.Cmd.Start()).To(Succeed())
	return p
}

// await reads lines until one has all of these words, and returns it.
func await(lines *bufio.Reader, words ...string) string {
	GinkgoHelper()
	for {
		line, err := lines.ReadString('\n')
		Expect(err).NotTo(HaveOccurred(), "%q is not shown", words)
		missing := false
		for _, word := range words {
			missing = missing || !strings.Contains(line, word)
		}
		if !missing {
			return line
		}
	}
}

// end sends a signal, and expects the program to end well.
func (p program) end(signal os.Signal) {
	GinkgoHelper()
	Expect(p.Process.Signal(signal)).To(Succeed())
	_, err := io.Copy(io.Discard, p.stdout)
	Expect(err).NotTo(HaveOccurred())
	Expect(p.Wait()).To(Succeed())
	Expect(p.stderr.String()).To(BeEmpty())
}

var _ = Describe("Departures", func() {
	var (
		agency *travel.Agency
		server *httptest.Server
	)

	BeforeEach(func() {
		var db *travel.Database
		agency, db = traveltest.Start(GinkgoTB(), time.Now())
		r := router.New()
		r.Install(api.Shared{Agency: agency, Begin: db.Begin, Blobs: state.NewMemoryBlobs(state.MemoryOptions{})}.Install)
		r.Register(api.Planets{Agency: agency}, api.Trips{Agency: agency})
		h, err := r.Handler()
		Expect(err).NotTo(HaveOccurred())
		server = httptest.NewServer(h)
		DeferCleanup(server.Close)
		DeferCleanup(server.CloseClientConnections)
	})

	// sellOut books all seats of a trip that are free.
	sellOut := func(ctx context.Context, trip int) {
		GinkgoHelper()
		for {
			if _, err := agency.Book(ctx, travel.Order{Trip: trip, Passenger: "Ida"}); err != nil {
				Expect(err).To(MatchError(travel.ErrSoldOut))
				Expect(agency.Tell(ctx)).To(Succeed())
				return
			}
		}
	}

	DescribeTable("follow each change in a terminal, and end at a signal",
		func(ctx SpecContext, signal os.Signal) {
			p := start(ctx, "-api", server.URL)
			trips, err := agency.Trips(ctx, travel.TripFilter{})
			Expect(err).NotTo(HaveOccurred())
			planet, err := agency.Planet(trips[1].Planet)
			Expect(err).NotTo(HaveOccurred())
			await(p.stdout, planet.Name, "seats")

			sellOut(ctx, trips[1].ID)

			await(p.stdout, planet.Name, "sold out")
			p.end(signal)
		},
		Entry("from the keyboard", os.Interrupt),
		Entry("from the system", syscall.SIGTERM),
	)

	It("draw over what was shown, and give the terminal back", func(ctx SpecContext) {
		client, err := restclient.New(httptransport.New(nil), restclient.WithBaseURL(server.URL))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(client.Close)
		ctxt, stop := context.WithCancel(client.Context(ctx))
		shown, out := io.Pipe()
		go func() { defer out.Close(); show(ctxt, out, true) }()
		screen := bufio.NewReader(shown)

		Expect(await(screen, "seats are free")).To(HavePrefix(enterScreen + home))
		stop()

		rest, err := io.ReadAll(screen)
		Expect(err).NotTo(HaveOccurred())
		Expect(string(rest)).To(HaveSuffix(eraseBelow + leaveScreen))
		Expect(string(rest)).NotTo(MatchRegexp(`[^\r]\n`), "a raw terminal does not return by itself")
	})

	It("serve a page that follows each change, and end the streams of readers at a signal", func(ctx SpecContext) {
		p := start(ctx, "-api", server.URL, "-serve", "127.0.0.1:0")
		address := strings.TrimSpace(await(p.stdout, "http://"))
		page := get(ctx, address+"/")
		Expect(page.Header.Get("Content-Security-Policy")).To(ContainSubstring("script-src 'self'"))
		whole, err := io.ReadAll(page.Body)
		Expect(err).NotTo(HaveOccurred())
		Expect(string(whole)).To(ContainSubstring(`<main hx-ext="sse" sse-connect="board" sse-swap="board" aria-live="polite"><p>`))
		Expect(string(whole)).NotTo(ContainSubstring("sold out"))
		Expect(get(ctx, address+"/page.js").Header.Get("Content-Type")).To(HavePrefix("text/javascript"))

		events := get(ctx, address+"/board")
		Expect(events.Header.Get("Content-Type")).To(Equal("text/event-stream"))
		lines := bufio.NewReader(events.Body)
		await(lines, "event: board")
		trips, err := agency.Trips(ctx, travel.TripFilter{})
		Expect(err).NotTo(HaveOccurred())
		sellOut(ctx, trips[0].ID)
		await(lines, "data: <tr>", "sold out")

		p.end(syscall.SIGTERM)
		_, err = io.Copy(io.Discard, lines)
		Expect(err).NotTo(HaveOccurred(), "the stream ends, it does not break")
	})

	It("say that the API does not answer, and end at a signal all the same", func(ctx SpecContext) {
		server.CloseClientConnections()
		server.Close()
		p := start(ctx, "-api", server.URL)

		await(p.stdout, "The API does not answer: ", "connection refused")

		p.end(syscall.SIGTERM)
	})

	It("say what is wrong with their arguments", func(ctx SpecContext) {
		var stdout, stderr bytes.Buffer
		Expect(run(ctx, []string{"-h"}, httptransport.New(nil), &stdout, &stderr)).To(Equal(0))
		Expect(stderr.String()).To(ContainSubstring("-serve address"))
		Expect(run(ctx, []string{"-x"}, httptransport.New(nil), &stdout, &stderr)).To(Equal(2))
		Expect(run(ctx, []string{"-serve", "nowhere"}, httptransport.New(nil), &stdout, &stderr)).To(Equal(1))
		Expect(stderr.String()).To(ContainSubstring("departures: listen tcp: "))
	})
})

// get asks the page, as a browser does.
func get(ctx context.Context, url string) *http.Response {
	GinkgoHelper()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	Expect(err).NotTo(HaveOccurred())
	response, err := http.DefaultClient.Do(r)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(response.Body.Close)
	Expect(response.StatusCode).To(Equal(http.StatusOK))
	return response
}
