package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/apps/demo/api"
	"github.com/trefoil-go/trefoil/apps/demo/travel"
	"github.com/trefoil-go/trefoil/apps/demo/travel/traveltest"
	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/router"
)

// serveTrips serves the trips of an agency for as long as the test runs.
func serveTrips(t *testing.T) (*travel.Agency, *httptest.Server) {
	t.Helper()
	agency, db := traveltest.Start(t, time.Now())
	r := router.New()
	r.Install(api.Shared{Agency: agency, Begin: db.Begin, Blobs: state.NewMemoryBlobs(state.MemoryOptions{})}.Install)
	r.Register(api.Planets{Agency: agency}, api.Trips{Agency: agency})
	handler, err := r.Handler()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(func() {
		server.CloseClientConnections() // streams have no end of their own
		server.Close()
	})
	return agency, server
}

// sellOut books all seats of a trip that are free.
func sellOut(t *testing.T, agency *travel.Agency, trip int) {
	t.Helper()
	for {
		_, err := agency.Book(t.Context(), travel.Order{Trip: trip, Passenger: "Ida"})
		if err == nil {
			continue
		}
		if !errors.Is(err, travel.ErrSoldOut) {
			t.Fatal(err)
		}
		if err := agency.Tell(t.Context()); err != nil {
			t.Fatal(err)
		}
		return
	}
}

// await reads lines until one has all of these words, and returns it.
func await(t *testing.T, lines *bufio.Reader, words ...string) string {
	t.Helper()
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("%q is not shown: %v", words, err)
		}
		missing := false
		for _, word := range words {
			missing = missing || !strings.Contains(line, word)
		}
		if !missing {
			return line
		}
	}
}

// watching runs "trips watch" until stop is called, which waits for its end and fails
// the test when that is not the end of a program that was told to stop.
func watching(t *testing.T, args ...string) (out *bufio.Reader, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	transport := httptransport.New(nil)
	shown, stdout := io.Pipe()
	var stderr bytes.Buffer
	var running sync.WaitGroup
	running.Go(func() {
		defer stdout.Close()
		if status := watchTrips(ctx, append([]string{"watch"}, args...), transport, stdout, &stderr); status != 0 {
			t.Errorf("exit status %d and %s", status, stderr.String())
		}
	})
	out = bufio.NewReader(shown)
	stop = sync.OnceFunc(func() {
		cancel()
		_, _ = io.Copy(io.Discard, out)
		running.Wait()
		transport.CloseIdleConnections()
	})
	t.Cleanup(stop)
	return out, stop
}

func TestTripsWatchFollowsEachChange(t *testing.T) {
	agency, server := serveTrips(t)
	out, stop := watching(t, "-api", server.URL)
	await(t, out, "Jupiter", "3 seats")

	sellOut(t, agency, 2)

	await(t, out, "Jupiter", "sold out")
	stop()
}

func TestTripsWatchDrawsOverWhatWasShown(t *testing.T) {
	_, server := serveTrips(t)
	client, err := restclient.New(httptransport.New(nil), restclient.WithBaseURL(server.URL))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ctx, stop := context.WithCancel(client.Context(t.Context()))
	shown, out := io.Pipe()
	go func() {
		defer out.Close()
		keepUpToDate(ctx, slog.New(slog.DiscardHandler), func() { show(ctx, out, true) })
	}()
	screen := bufio.NewReader(shown)

	first := await(t, screen, "seats are free")
	stop()
	rest, err := io.ReadAll(screen)

	if err != nil || !strings.HasPrefix(first, enterScreen+home) || !strings.HasSuffix(string(rest), eraseBelow+leaveScreen) {
		t.Errorf("it begins with %q and ends with %q, %v", first, rest, err)
	}
	if all := first + string(rest); strings.Count(all, "\n") != strings.Count(all, "\r\n") {
		t.Errorf("a raw terminal does not return by itself: %q", all)
	}
}

func TestTripsWatchSaysThatTheAPIDoesNotAnswer(t *testing.T) {
	_, server := serveTrips(t)
	server.CloseClientConnections()
	server.Close()

	out, stop := watching(t, "-api", server.URL)

	await(t, out, "The API does not answer: ", "connection refused")
	stop()
}

func TestTripsSaysWhatIsWrongWithItsArguments(t *testing.T) {
	for name, test := range map[string]struct {
		args   []string
		status int
		want   string
	}{
		"help":               {[]string{"watch", "-h"}, 0, "-api URL"},
		"no command":         {nil, 2, "demo trips watch"},
		"another command":    {[]string{"book"}, 2, "demo trips watch"},
		"a flag that is not": {[]string{"watch", "-x"}, 2, "-x"},
	} {
		t.Run(name, func(t *testing.T) {
			var stderr strings.Builder
			status := watchTrips(t.Context(), test.args, httptransport.New(nil), io.Discard, &stderr)
			if status != test.status || !strings.Contains(stderr.String(), test.want) {
				t.Errorf("exit status %d and %q", status, stderr.String())
			}
		})
	}
}
