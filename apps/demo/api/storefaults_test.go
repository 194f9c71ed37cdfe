package api_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/valkey-io/valkey-go"

	"github.com/trefoil-go/trefoil/apps/demo/api"
	"github.com/trefoil-go/trefoil/apps/demo/travel/traveltest"
	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/core/valkeystore"
	"github.com/trefoil-go/trefoil/modules/core/valkeystore/valkeytest"
	"github.com/trefoil-go/trefoil/modules/router"
)

// between is a connection to a server that can go wrong on the way.
type between struct {
	server string
	lies   atomic.Pointer[func(client, server net.Conn)] // in place of what the server says
}

// listen returns the address that leads to the server.
func (b *between) listen() string {
	GinkgoHelper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	Expect(err).NotTo(HaveOccurred())
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			defer client.Close() // what has not ended ends with the listener
			go b.pass(client)
		}
	})
	DeferCleanup(func() { _ = l.Close(); serving.Wait() })
	return l.Addr().String()
}

func (b *between) pass(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", b.server)
	if err != nil {
		return
	}
	defer server.Close()
	if lie := b.lies.Load(); lie != nil {
		(*lie)(client, server)
		return
	}
	go func() { _, _ = io.Copy(server, client); _ = server.Close() }()
	_, _ = io.Copy(client, server)
}

// counted counts how often a store is used.
type counted struct {
	*valkeystore.Store
	uses atomic.Int64
}

func (c *counted) Take(ctx context.Context, limits ...state.Limit) ([]state.Budget, error) {
	c.uses.Add(1)
	return c.Store.Take(ctx, limits...)
}

func (c *counted) Get(ctx context.Context, key string) ([]byte, bool, error) {
	c.uses.Add(1)
	return c.Store.Get(ctx, key)
}

func (c *counted) PutAbsent(ctx context.Context, key string, value []byte, lifetime time.Duration) (bool, error) {
	c.uses.Add(1)
	return c.Store.PutAbsent(ctx, key, value, lifetime)
}

// askedOf is how often a store that fails may be used by the flags LIMIT, KEEP and ONCE:
// five times each before it is left alone, and now and then to find out whether it is back.
const askedOf = 3 * 10

var _ = Describe("The flags over a store that fails", func() {
	var redis *valkeytest.Server

	BeforeEach(func() { redis = valkeytest.Start(GinkgoTB()) })

	// replica is one over the store at an address.
	replica := func(address string, strict bool) (http.Handler, *counted, *safeBuffer) {
		GinkgoHelper()
		client, err := valkey.NewClient(valkey.ClientOption{
			InitAddress: []string{address}, ForceSingleClient: true, DisableCache: true, Dialer: net.Dialer{Timeout: time.Second},
		})
		if client == nil {
			Fail(err.Error())
		}
		DeferCleanup(client.Close)
		store, err := valkeystore.New(client)
		Expect(err).NotTo(HaveOccurred())
		uses := &counted{Store: store}
		log := &safeBuffer{}
		agency, db := traveltest.Start(GinkgoTB(), time.Now())
		r := router.New(router.WithLogger(nil))
		r.Install(api.Shared{
			Agency: agency, Begin: db.Begin, Blobs: uses, Signals: store, Counter: uses, Rate: 10_000, Strict: strict,
			Logger: slog.New(slog.NewTextHandler(log, nil)),
		}.Install)
		r.Register(api.Trips{Agency: agency}, api.Bookings{Agency: agency})
		r.Flag(api.Auth())
		r.Hook(api.Login("ida", "rocket"))
		h, err := r.Handler()
		Expect(err).NotTo(HaveOccurred())
		return h, uses, log
	}

	trips := func(h http.Handler) int {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", "/trips", nil))
		return w.Code
	}
	book := func(h http.Handler, key string) int {
		r := httptest.NewRequest("POST", "/bookings", strings.NewReader(`{"trip":2,"passenger":"Ada"}`))
		r.SetBasicAuth("ida", "rocket")
		r.Header.Set("Content-Type", "application/json")
		if key != "" {
			r.Header.Set("Idempotency-Key", key)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Code
	}
	lie := func(f func(client, server net.Conn)) string {
		b := &between{server: redis.Address}
		b.lies.Store(&f)
		return b.listen()
	}
	// lying answers all commands with a text.
	lying := func(text string) string {
		return lie(func(client, _ net.Conn) {
			buffer := make([]byte, 4096)
			for {
				if _, err := client.Read(buffer); err != nil {
					return
				}
				if _, err := io.WriteString(client, text); err != nil {
					return
				}
			}
		})
	}
	command := func(words ...string) {
		GinkgoHelper()
		client, err := valkey.NewClient(valkey.ClientOption{InitAddress: []string{redis.Address}})
		Expect(err).NotTo(HaveOccurred())
		defer client.Close()
		Expect(client.Do(context.Background(), client.B().Arbitrary(words...).Build()).Error()).To(Succeed())
	}

	DescribeTable("do what they declare, ask it seldom, and tell the log once each", func(address func() string) {
		open, uses, log := replica(address(), false)
		for range 100 {
			Expect(trips(open)).To(Equal(200))
			Expect(book(open, "key")).To(Equal(503))
		}
		Expect(uses.uses.Load()).To(BeNumerically("<", askedOf))
		Expect(strings.Count(log.String(), "\n")).To(Equal(3), log.String())

		strict, _, _ := replica(address(), true)
		Expect(trips(strict)).To(Equal(503))
	},
		Entry("that is not there", func() string { redis.Kill(); return redis.Address }),
		Entry("that takes what it is sent and says nothing", func() string {
			return lie(func(client, _ net.Conn) { _, _ = io.Copy(io.Discard, client) })
		}),
		Entry("that is slow", func() string {
			return lie(func(client, server net.Conn) {
				go func() { _, _ = io.Copy(server, client) }()
				buffer := make([]byte, 4096)
				for {
					n, err := server.Read(buffer)
					if err != nil {
						return
					}
					time.Sleep(time.Second) // of a server, which has no clock of ours
					if _, err := client.Write(buffer[:n]); err != nil {
						return
					}
				}
			})
		}),
		Entry("that breaks off", func() string { return lie(func(client, _ net.Conn) { _ = client.Close() }) }),
		Entry("that says what is no answer", func() string { return lying("garbage\r\n") }),
		Entry("that says what is an answer to something else", func() string { return lying("*2\r\n+a\r\n+b\r\n") }),
	)

	It("do what they declare over one that is full", func() {
		command("CONFIG", "SET", "maxmemory", "1")
		h, uses, log := replica(redis.Address, false)

		for range 100 {
			Expect(trips(h)).To(Equal(200))
			Expect(book(h, "key")).To(Equal(503))
		}

		Expect(uses.uses.Load()).To(BeNumerically("<=", 4*100), "it is read all the same")
		Expect(strings.Count(log.String(), "\n")).To(BeNumerically("<=", 3), log.String())
	})

	It("go on when it is back", func() {
		h, _, _ := replica(redis.Address, false)
		Expect(book(h, "first")).To(Equal(201))
		redis.Kill()
		Expect(book(h, "second")).To(Equal(503))
		redis.Restart(GinkgoTB())

		Eventually(func() int { return book(h, "second") }).Within(20 * time.Second).Should(Equal(201))
	})

	It("do not take what others have stored for an answer", func() {
		h, _, _ := replica(redis.Address, false)
		Expect(trips(h)).To(Equal(200))
		Expect(book(h, "key")).To(Equal(201))
		client, err := valkey.NewClient(valkey.ClientOption{InitAddress: []string{redis.Address}})
		Expect(err).NotTo(HaveOccurred())
		defer client.Close()
		keys, err := client.Do(context.Background(), client.B().Keys().Pattern("trefoil:blob:*").Build()).AsStrSlice()
		Expect(err).NotTo(HaveOccurred())

		for _, value := range []string{"", "garbage", "\x00{}", "\x01{}", "\x02{", `{"Status":200}`} {
			for _, key := range keys {
				command("SET", key, value)
			}
			Expect(trips(h)).To(Equal(200))
			Expect(book(h, "key")).To(Equal(503))
		}
		for _, key := range keys {
			command("DEL", key)
			command("RPUSH", key, "a list")
		}
		Expect(trips(h)).To(Equal(200))
		Expect(book(h, "key")).To(Equal(503))
	})
})

// safeBuffer is a log that requests write to at once.
type safeBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *safeBuffer) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(text)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
