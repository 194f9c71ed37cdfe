package main

import (
	"fmt"
	"net/http"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/valkey-io/valkey-go"

	"github.com/trefoil-go/trefoil/benchmarks/report"
	"github.com/trefoil-go/trefoil/benchmarks/report/redisserver"
	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
	"github.com/trefoil-go/trefoil/modules/core/valkeystore"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

const (
	sharedRounds   = 20
	sharedRequests = 500 // per round and row

	sharedNone   = "no flag"
	sharedFar    = "Limit, far from the limit"
	sharedAsking = "Limit, close to the limit"
	sharedFirst  = "Idempotent, a new key"
	sharedReplay = "Idempotent, a known key"
	sharedHit    = "ServerCache with a tag, a kept answer"
)

// sharedCost is what a flag costs that keeps its state in Redis.
type sharedCost struct {
	name            string
	min, p50        float64 // nanoseconds of a request
	allocs          float64 // per request, of the whole program
	trips           float64 // round trips per request
	samples, counts []float64
	call            func()
}

// redisStore is a store on a server, for a client that is closed with it.
func redisStore(server *redisserver.Server) (*valkeystore.Store, func(), error) {
	client, err := valkey.NewClient(valkey.ClientOption{
		InitAddress: []string{server.Address}, ForceSingleClient: true, DisableCache: true, DialCtxFn: server.Dial,
	})
	if err != nil {
		return nil, nil, err
	}
	store, err := valkeystore.New(client)
	return store, client.Close, err
}

// measureShared measures one flag after the other, in rounds.
func measureShared() ([]sharedCost, error) {
	fmt.Fprintln(os.Stderr, "bench: shared state")
	server, err := redisserver.Start()
	if err != nil {
		return nil, err
	}
	defer server.Stop()
	store, closeStore, err := redisStore(server)
	if err != nil {
		return nil, err
	}
	defer closeStore()
	rows, err := sharedRows(store)
	if err != nil {
		return nil, err
	}
	for round := range sharedRounds + 1 {
		for i := range rows {
			rows[i].round(server, round > 0) // the first one warms up
		}
	}
	for i := range rows {
		r := &rows[i]
		r.min, r.p50 = measure.Percentile(r.samples, 0), measure.Percentile(r.samples, 50)
		slices.Sort(r.counts)
		r.trips = r.counts[len(r.counts)/2]
	}
	return rows, nil
}

func (s *sharedCost) round(server *redisserver.Server, counts bool) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	writes, began := server.Writes.Load(), time.Now()
	for range sharedRequests {
		s.call()
	}
	took := time.Since(began)
	runtime.ReadMemStats(&after)
	if counts {
		s.samples = append(s.samples, float64(took.Nanoseconds())/sharedRequests)
		s.counts = append(s.counts, float64(server.Writes.Load()-writes)/sharedRequests)
		s.allocs = float64(after.Mallocs-before.Mallocs) / sharedRequests
	}
}

// sharedRows are routes that do the same, with one flag each.
func sharedRows(store *valkeystore.Store) ([]sharedCost, error) {
	r := router.New(router.WithLogger(nil))
	one := func(*router.Context) string { return "ida" }
	cache := flagpack.NewServerCache("KEEP", flagpack.ServerCacheOptions{
		Blobs: store, MaxAge: time.Hour, Tags: func(*router.Context) []string { return []string{"all"} },
	})
	r.Install(
		flagpack.Limit("FAR", flagpack.LimitOptions{Rate: 1e6, Burst: 1e9, Counter: store}),
		flagpack.Limit("NEAR", flagpack.LimitOptions{Rate: 1e6, Burst: 10, Counter: store}),
		flagpack.Idempotent("ONCE", flagpack.IdempotentOptions{Blobs: store, By: one}),
		cache.Install,
	)
	answer := router.F0(func(*router.Context) (string, error) { return "done", nil })
	r.Register(router.Controllers{
		"GET /none": answer, "GET FAR /far": answer, "GET NEAR /near": answer, "POST ONCE /once": answer, "GET KEEP /kept": answer,
	})
	h, err := r.Handler()
	if err != nil {
		return nil, err
	}
	call := func(method, path string) func() {
		request := measure.Request{Method: method, Path: path}
		return measure.NewExchange(h, request).Do
	}
	keys := 0
	once := func(next func() string) func() {
		return func() {
			request, err := http.NewRequest(http.MethodPost, "/once", http.NoBody)
			if err != nil {
				panic(err) // it is part of the program
			}
			request.Header.Set("Idempotency-Key", next())
			request.RemoteAddr = "127.0.0.1:1"
			h.ServeHTTP(discard{http.Header{}}, request)
		}
	}
	return []sharedCost{
		{name: sharedNone, call: call("GET", "/none")},
		{name: sharedFar, call: call("GET", "/far")},
		{name: sharedAsking, call: call("GET", "/near")},
		{name: sharedFirst, call: once(func() string { keys++; return fmt.Sprint("key ", keys) })},
		{name: sharedReplay, call: once(func() string { return "known" })},
		{name: sharedHit, call: call("GET", "/kept")},
	}, nil
}

// discard is a response that nobody reads.
type discard struct{ header http.Header }

// Header implements http.ResponseWriter.
func (d discard) Header() http.Header { return d.header }

// Write implements http.ResponseWriter.
func (discard) Write(text []byte) (int, error) { return len(text), nil }

// WriteHeader implements http.ResponseWriter.
func (discard) WriteHeader(int) {}

func (f *figures) sharedTable(p *report.Page) {
	if len(f.shared) == 0 {
		return
	}
	p.Line("## Flags over Redis\n")
	p.Line("A redis-server of its own on the loopback interface, one request after the other: %d rounds of %d.", sharedRounds, sharedRequests)
	p.Line("The time is that of the clock, the allocations those of the whole program, with the client of Redis.\n")
	p.Table("route", "µs min", "µs p50", "round trips", "allocations")
	for _, s := range f.shared {
		p.Row(s.name, fmt.Sprintf("%.2f", s.min/1000), fmt.Sprintf("%.2f", s.p50/1000), fmt.Sprintf("%.2f", s.trips), fmt.Sprintf("%.2f", s.allocs))
	}
	p.Line("")
}

func (f *figures) sharedOf(name string) (sharedCost, bool) {
	i := slices.IndexFunc(f.shared, func(s sharedCost) bool { return s.name == name })
	if i < 0 {
		return sharedCost{}, false
	}
	return f.shared[i], true
}

// roundTrips bounds how often a request asks Redis.
func roundTrips(text, row string, limit float64) goal {
	return goal{"round trips of " + text, fmt.Sprintf("≤ %.0f", limit), func(f *figures) finding {
		s, ok := f.sharedOf(row)
		if !ok {
			return finding{}
		}
		return finding{fmt.Sprintf("%.2f", s.trips), s.trips <= limit}
	}}
}

// locally bounds what a request costs that asks nobody, above one without a flag.
func locally(text, row string, limit time.Duration) goal {
	return goal{text, fmt.Sprintf("≤ +%.0f ns", float64(limit)), func(f *figures) finding {
		s, ok := f.sharedOf(row)
		base, both := f.sharedOf(sharedNone)
		if !ok || !both {
			return finding{}
		}
		return finding{fmt.Sprintf("%+.0f ns (min)", s.min-base.min), s.min-base.min <= float64(limit)}
	}}
}
