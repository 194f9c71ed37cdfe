package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/valkey-io/valkey-go"

	"github.com/trefoil-go/trefoil/benchmarks/report"
	"github.com/trefoil-go/trefoil/benchmarks/report/redisserver"
	"github.com/trefoil-go/trefoil/benchmarks/restclient/internal/measure"
	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/core/valkeystore"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

const (
	redisRounds = 40
	redisReads  = 500 // per round and row

	rawGet      = "GET with valkey-go, of an answer as it is stored"
	sharedGet   = "Get, shared"
	sealedGet   = "Get, shared and encrypted"
	redisNumber = "P17"
)

// redisCost is what a read from Redis costs, by the clock of the wall.
type redisCost struct {
	name   string
	each   []float64 // nanoseconds of a read, per round
	trips  float64   // round trips of a read, the most of any round
	allocs float64   // of a read, of the whole program
	read   func() error
}

// measureRedis measures reads of an entity that another process has read.
func (f *figures) measureRedis() error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(runtime.NumCPU()))
	server, err := redisserver.Start()
	if err != nil {
		return err
	}
	defer server.Stop()
	raw, err := valkey.NewClient(valkey.ClientOption{
		InitAddress: []string{server.Address}, ForceSingleClient: true, DisableCache: true, DialCtxFn: server.Dial,
	})
	if err != nil {
		return err
	}
	defer raw.Close()
	rows, end, err := redisRows(raw)
	defer end()
	if err != nil {
		return err
	}
	for round := range redisRounds + 1 {
		for i := range rows {
			if err := rows[i].round(server, round > 0); err != nil { // the first one warms up
				return err
			}
		}
	}
	f.redis = rows
	return nil
}

// redisRows are the reads, and what ends their clients.
func redisRows(raw valkey.Client) (rows []redisCost, end func(), err error) {
	store, err := valkeystore.New(raw)
	if err != nil {
		return nil, func() {}, err
	}
	sharers := &sharers{blobs: store}
	plain, plainErr := sharers.reader("plain")
	sealed, sealedErr := sharers.reader("sealed", restclient.WithSharedKeys(make([]byte, 32)))
	get, getErr := rawRead(raw, "*restclient:plain:answer:*")
	rows = []redisCost{{name: rawGet, read: get}, {name: sharedGet, read: plain}, {name: sealedGet, read: sealed}}
	return rows, sharers.close, errors.Join(plainErr, sealedErr, getErr)
}

// rawRead reads the one value whose key matches.
func rawRead(raw valkey.Client, pattern string) (func() error, error) {
	ctx := context.Background()
	keys, err := raw.Do(ctx, raw.B().Keys().Pattern(pattern).Build()).AsStrSlice()
	if err == nil && len(keys) != 1 {
		err = fmt.Errorf("there are %d answers", len(keys))
	}
	return func() error {
		_, err := raw.Do(ctx, raw.B().Get().Key(keys[0]).Build()).ToString()
		return err
	}, err
}

// sharers are clients of several processes.
type sharers struct {
	blobs   state.Blobs
	clients []*restclient.Client
}

func (s *sharers) close() {
	for _, c := range s.clients {
		c.Close()
	}
}

// client is one of another process.
func (s *sharers) client(api *server, name string, opts ...restclient.SharedOption) (boundTodos, error) {
	c, err := restclient.New(httptransport.InProcess(api), restclient.WithShared(name, s.blobs, nil, opts...))
	if err != nil {
		return nil, err
	}
	s.clients = append(s.clients, c)
	return todosAt(origin).On(c), nil
}

// reader reads what another client has read. It fails where the server is asked.
func (s *sharers) reader(name string, opts ...restclient.SharedOption) (func() error, error) {
	api, ctx := newServer(1), context.Background()
	other, err := s.client(api, name, opts...)
	if err != nil {
		return nil, err
	}
	if _, err := other.Get(ctx, 1); err != nil {
		return nil, err
	}
	todos, err := s.client(api, name, append(slices.Clip(opts), restclient.WithRecheck(0))...)
	return func() error {
		if _, err := todos.Get(ctx, 1); err != nil {
			return err
		}
		if api.asked.Load() != 1 {
			return errors.New("the server was asked for what is shared")
		}
		return nil
	}, err
}

func (c *redisCost) round(server *redisserver.Server, counts bool) error {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	writes, began := server.Writes.Load(), time.Now()
	for range redisReads {
		if err := c.read(); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	took := time.Since(began)
	runtime.ReadMemStats(&after)
	if counts {
		c.each = append(c.each, float64(took.Nanoseconds())/redisReads)
		c.trips = max(c.trips, float64(server.Writes.Load()-writes)/redisReads)
		c.allocs = float64(after.Mallocs-before.Mallocs) / redisReads
	}
	return nil
}

func (f *figures) redisOf(name string) (redisCost, bool) {
	i := slices.IndexFunc(f.redis, func(c redisCost) bool { return c.name == name })
	if i < 0 {
		return redisCost{}, false
	}
	return f.redis[i], true
}

// toRawGet are the ratios of a read to a GET, round by round.
func (f *figures) toRawGet(name string) (samples, bool) {
	c, ok := f.redisOf(name)
	raw, both := f.redisOf(rawGet)
	if !ok || !both {
		return samples{}, false
	}
	s := samples{allocs: c.allocs}
	for i := range c.each {
		s.each = append(s.each, c.each[i]/raw.each[i])
	}
	return s, true
}

func redisGoals() []goal {
	return []goal{
		judge(redisNumber, "read an entity that another process has read, to a GET of its answer with valkey-go", "≤ 1.30×", "%.3f×", report.NoLimit, atMost(1.3),
			func(f *figures) (samples, bool) { return f.toRawGet(sharedGet) }).because("the versions of four parts come with the answer, which is decoded and stored"),
		judge(redisNumber, "round trips of that", "≤ 1", "%.2f", report.NoLimit, atMost(1), func(f *figures) (samples, bool) {
			c, ok := f.redisOf(sharedGet)
			return samples{each: []float64{c.trips}}, ok
		}),
	}
}

func (f *figures) redisTable(p *report.Page) {
	if len(f.redis) == 0 {
		return
	}
	p.Line("## Reads of what another process has read\n")
	p.Line("An entity by its key, from a redis-server of its own on the loopback interface, one read after the other: %d rounds of %d, in turns.", redisRounds, redisReads)
	p.Line("The client shows nothing without looking at what is shared (`WithRecheck(0)`), so each read takes the whole way: the answer and the versions of what it is made of, checked, decoded and stored.")
	p.Line("The time is that of the clock, with %d processors; the allocations are those of the whole program, with the client of Redis.\n", runtime.NumCPU())
	p.Table("read", "µs median", "µs min", "round trips", "allocations", "to a GET, median", "min")
	for _, c := range f.redis {
		ratios, _ := f.toRawGet(c.name)
		p.Row(c.name, fmt.Sprintf("%.2f", measure.Median(c.each)/1000), fmt.Sprintf("%.2f", measure.Min(c.each)/1000), fmt.Sprintf("%.2f", c.trips), fmt.Sprintf("%.2f", c.allocs),
			fmt.Sprintf("%.3f×", measure.Median(ratios.each)), fmt.Sprintf("%.3f×", measure.Min(ratios.each)))
	}
	p.Line("")
}
