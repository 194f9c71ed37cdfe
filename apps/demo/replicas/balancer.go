// Package replicas runs several processes of one service behind a balancer.
//
//	balancer := replicas.NewBalancer([]string{"127.0.0.1:8081", "127.0.0.1:8082"}, replicas.Options{})
//	go balancer.Watch(ctx)
//	http.ListenAndServe("127.0.0.1:8080", balancer)
package replicas

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"sync"
	"sync/atomic"
	"time"
)

// Options say how a Balancer looks after its replicas. The zero value works.
type Options struct {
	Health  string        // the path that is 200 when a replica may be asked. Default: /readyz
	Every   time.Duration // how often it is asked. Default: 100 ms
	Timeout time.Duration // of one such question. Default: 500 ms
	Logger  *slog.Logger  // is told when a replica comes or goes. Default: nobody
}

// maxReplay is how long a body may be that is kept to be sent again, in bytes.
const maxReplay = 1 << 20

// Balancer sends each request to one of the replicas that are ready, in turn. It sends a
// request again, to another one, when none of it could be sent, and otherwise only what is
// safe to repeat: GET, HEAD, OPTIONS, TRACE, and what has an Idempotency-Key.
//
// No request is lost when a replica stops that says so, at its health path or with
// "Connection: close", and serves on for longer than Every and Timeout together. It is
// safe for concurrent use.
type Balancer struct {
	Options
	replicas []*replica
	next     atomic.Uint64
	proxy    httputil.ReverseProxy
}

// replica is one server.
type replica struct {
	address string
	state   atomic.Int32
	send    *http.Transport
}

// The states of a replica, the better one first.
const (
	ready  int32 = iota
	silent       // it was asked and has not answered: it may have much to do
	away         // it has said that it is not ready, or cannot be reached
)

// NewBalancer returns a balancer for servers at addresses, host and port. Each is taken
// for ready until it is found not to be.
func NewBalancer(addresses []string, o Options) *Balancer {
	o.Health, o.Every, o.Timeout = cmp.Or(o.Health, "/readyz"), cmp.Or(o.Every, 100*time.Millisecond), cmp.Or(o.Timeout, 500*time.Millisecond)
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	b := &Balancer{Options: o}
	for _, address := range addresses {
		b.replicas = append(b.replicas, &replica{address: address, send: &http.Transport{
			DialContext:         (&net.Dialer{Timeout: time.Second}).DialContext,
			MaxIdleConnsPerHost: 256, IdleConnTimeout: 30 * time.Second,
			DisableCompression: true, // the answer goes on as it comes
		}})
	}
	b.proxy = httputil.ReverseProxy{
		Transport: b,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = "http", "replica" // RoundTrip says which
			r.Out.Host = r.In.Host
			r.SetXForwarded()
		},
		ErrorHandler: b.fail,
	}
	return b
}

// ServeHTTP passes a request on. It is 503 when no replica could be reached, and 502 when one
// broke off and the request is not safe to repeat.
func (b *Balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := keepBody(r); err != nil {
		http.Error(w, "the request cannot be read", http.StatusBadRequest)
		return
	}
	b.proxy.ServeHTTP(w, r)
}

// keepBody keeps the body of a request, which may have to be sent again.
func keepBody(r *http.Request) error {
	if r.ContentLength <= 0 || r.ContentLength > maxReplay {
		return nil
	}
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }
	r.Body, err = r.GetBody()
	return err
}

// RoundTrip implements http.RoundTripper for the proxy.
func (b *Balancer) RoundTrip(r *http.Request) (*http.Response, error) {
	err := errors.New("there is no replica")
	for tried := range len(b.replicas) {
		chosen := b.choose()
		sent := r.Clone(r.Context())
		sent.URL.Host = chosen.address
		if tried > 0 && r.GetBody != nil {
			if sent.Body, err = r.GetBody(); err != nil {
				return nil, err
			}
		}
		var answer *http.Response
		if answer, err = chosen.send.RoundTrip(sent); err == nil {
			if answer.Close { // so does one that stops, before it is asked for its health
				b.note(chosen, away, nil)
			}
			return answer, nil
		}
		if r.Context().Err() != nil {
			return nil, err
		}
		b.note(chosen, away, err)
		if !mayRepeat(r, err) {
			return nil, err
		}
	}
	return nil, err
}

// choose returns the next of the replicas that are in the best state there is: where none is
// ready, one may be by now.
func (b *Balancer) choose() *replica {
	first := b.next.Add(1)
	chosen, best := (*replica)(nil), away+1
	for i := range uint64(len(b.replicas)) {
		r := b.replicas[(first+i)%uint64(len(b.replicas))]
		if state := r.state.Load(); state < best {
			chosen, best = r, state
		}
	}
	return chosen
}

// mayRepeat reports whether a request may be sent again behind an error.
func mayRepeat(r *http.Request, err error) bool {
	if r.Body != nil && r.Body != http.NoBody && r.GetBody == nil {
		return false // a part of it may have been read
	}
	if unsent(err) {
		return true
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace:
		return true
	}
	return r.Header.Get("Idempotency-Key") != ""
}

// unsent reports whether a request has not reached its replica.
func unsent(err error) bool {
	dial := (*net.OpError)(nil)
	return errors.As(err, &dial) && dial.Op == "dial"
}

// fail answers what no replica has.
func (b *Balancer) fail(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // nobody is there
	}
	if unsent(err) {
		w.Header().Set("Retry-After", "1")
		http.Error(w, "no replica can be reached", http.StatusServiceUnavailable)
		return
	}
	http.Error(w, "the replica broke off", http.StatusBadGateway)
}

// Watch asks the replicas for their health until ctx is done.
func (b *Balancer) Watch(ctx context.Context) {
	var watching sync.WaitGroup
	for _, r := range b.replicas {
		watching.Go(func() {
			for ctx.Err() == nil {
				state, err := b.ask(ctx, r)
				if ctx.Err() == nil {
					b.note(r, state, err)
				}
				select {
				case <-time.After(b.Every):
				case <-ctx.Done():
				}
			}
		})
	}
	watching.Wait()
	for _, r := range b.replicas {
		r.send.CloseIdleConnections()
	}
}

// ask asks a replica for its state.
func (b *Balancer) ask(ctx context.Context, r *replica) (state int32, err error) {
	ctx, cancel := context.WithTimeout(ctx, b.Timeout)
	defer cancel()
	question, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+r.address+b.Health, nil)
	if err != nil {
		return away, err
	}
	answer, err := r.send.RoundTrip(question)
	if err != nil {
		if ctx.Err() != nil {
			return silent, err
		}
		return away, err
	}
	_, err = io.Copy(io.Discard, answer.Body)
	if err = errors.Join(err, answer.Body.Close()); err != nil || answer.StatusCode != http.StatusOK {
		return away, err
	}
	return ready, nil
}

// note keeps the state of a replica. No connection to one that goes away is used again: it
// may be closed while a request is on its way.
func (b *Balancer) note(r *replica, state int32, err error) {
	before := r.state.Swap(state)
	if state == away {
		r.send.CloseIdleConnections()
	}
	if before == state {
		return
	}
	if state == ready {
		b.Logger.Info("a replica is ready", "address", r.address)
		return
	}
	b.Logger.Warn("a replica is not ready", "address", r.address, "err", err)
}
