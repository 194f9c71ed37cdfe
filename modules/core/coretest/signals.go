package coretest

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/state"
)

// TestSignals checks that an adapter keeps the contract of state.Signals, on a store
// without faults, which loses no signal. Open returns two adapters that reach each
// other, such as those of two processes; it may return one twice. It is called once per
// case and cleans up with t.Cleanup.
func TestSignals(t *testing.T, open func(t *testing.T) (here, there state.Signals)) {
	t.Helper()
	for name, run := range signalCases {
		t.Run(name, func(t *testing.T) {
			here, there := open(t)
			run(&signalling{T: t, here: here, there: there, topic: name})
		})
	}
}

var signalCases = map[string]func(x *signalling){
	"a subscription begins with nil":                            begunSubscription,
	"a signal reaches all that have subscribed":                 reachedAll,
	"signals of one publisher keep their order and come once":   orderedOnce,
	"topics are apart":                                          apartTopics,
	"a payload is of its receiver":                              ownPayload,
	"nobody has to listen":                                      unheard,
	"a subscription ends with its context":                      endedSubscription,
	"who receives slowly holds nobody up, and learns of a loss": slowReceiver,
	"what is wrong is not sent":                                 wrongSignals,
}

// signalling is one run of one case.
type signalling struct {
	*testing.T
	here, there state.Signals
	topic       string
}

// listener is a subscription of a case.
type listener struct {
	x      *signalling
	heard  chan []byte
	cancel context.CancelFunc
	ended  chan error
}

// listen subscribes, and returns when the subscription has begun.
func (x *signalling) listen(s state.Signals, topic string) *listener {
	x.Helper()
	ctx, cancel := context.WithCancel(x.Context())
	l := &listener{x: x, heard: make(chan []byte, 4096), cancel: cancel, ended: make(chan error, 1)}
	go func() {
		l.ended <- s.Subscribe(ctx, topic, func(payload []byte) { l.heard <- payload })
	}()
	x.Cleanup(func() { l.end() })
	if payload := l.any(); payload != nil {
		x.Fatalf("the subscription begins with %.50q", payload)
	}
	return l
}

// next is the next signal. Nil may come at any time.
func (l *listener) next() []byte {
	l.x.Helper()
	for {
		if payload := l.any(); payload != nil {
			return payload
		}
	}
}

func (l *listener) any() []byte {
	l.x.Helper()
	select {
	case payload := <-l.heard:
		return payload
	case err := <-l.ended:
		l.x.Fatalf("the subscription has ended: %v", err)
	case <-time.After(patience):
		l.x.Fatalf("nothing was heard within %v", patience)
	}
	return nil
}

// end ends the subscription and returns its error. It may be called twice.
func (l *listener) end() error {
	l.cancel()
	select {
	case err := <-l.ended:
		l.ended <- err
		return err
	case <-time.After(patience):
		l.x.Errorf("the subscription has not ended within %v", patience)
		return nil
	}
}

func (x *signalling) publish(s state.Signals, topic, payload string) {
	x.Helper()
	if err := s.Publish(x.Context(), topic, []byte(payload)); err != nil {
		x.Fatalf("publish: %v", err)
	}
}

func begunSubscription(x *signalling) { x.listen(x.here, x.topic) }

func reachedAll(x *signalling) {
	listeners := []*listener{x.listen(x.here, x.topic), x.listen(x.here, x.topic), x.listen(x.there, x.topic)}
	for i, from := range []state.Signals{x.here, x.there} {
		payload := fmt.Sprint("signal ", i)
		x.publish(from, x.topic, payload)
		for _, l := range listeners {
			if got := l.next(); string(got) != payload {
				x.Errorf("heard %.50q, not %q", got, payload)
			}
		}
	}
}

func orderedOnce(x *signalling) {
	l := x.listen(x.there, x.topic)
	const most = 30
	for i := range most {
		x.publish(x.here, x.topic, fmt.Sprint(i))
	}
	for i := range most {
		if got := l.next(); string(got) != fmt.Sprint(i) {
			x.Fatalf("heard %.50q, not %d", got, i)
		}
	}
}

func apartTopics(x *signalling) {
	var listeners []*listener
	for _, topic := range oddKeys {
		listeners = append(listeners, x.listen(x.there, topic))
	}
	for _, topic := range oddKeys {
		x.publish(x.here, topic, topic)
	}
	for i, topic := range oddKeys {
		x.publish(x.here, topic, "last")
		if first, second := listeners[i].next(), listeners[i].next(); string(first) != topic || string(second) != "last" {
			x.Errorf("%.50q has heard %.50q and %.50q", topic, first, second)
		}
	}
}

func ownPayload(x *signalling) {
	one, other := x.listen(x.here, x.topic), x.listen(x.here, x.topic)
	every := make([]byte, 256)
	for i := range every {
		every[i] = byte(i)
	}
	for _, payload := range [][]byte{{}, every, bytes.Repeat([]byte("x"), state.MaxSignal)} {
		mine := bytes.Clone(payload)
		if err := x.there.Publish(x.Context(), x.topic, mine); err != nil {
			x.Fatal(err)
		}
		clear(mine)
		first := one.next()
		if first == nil || !bytes.Equal(first, payload) {
			x.Errorf("heard %.50q, not %.50q", first, payload)
		}
		clear(first)
		if second := other.next(); second == nil || !bytes.Equal(second, payload) {
			x.Errorf("the other heard %.50q, not %.50q", second, payload)
		}
	}
}

func unheard(x *signalling) { x.publish(x.here, x.topic, "nobody") }

func endedSubscription(x *signalling) {
	l := x.listen(x.here, x.topic)
	if err := wraps(l.end(), context.Canceled); err != nil {
		x.Error(err)
	}
	x.publish(x.there, x.topic, "late")
	if len(l.heard) > 0 {
		x.Error("it has heard more behind its end")
	}
	ctx, cancel := context.WithCancel(x.Context())
	cancel()
	if err := wraps(x.here.Subscribe(ctx, x.topic, func([]byte) { x.Error("it has begun") }), context.Canceled); err != nil {
		x.Error(err)
	}
}

func slowReceiver(x *signalling) {
	ctx, cancel := context.WithCancel(x.Context())
	defer cancel()
	begun, blocked, held, ended := make(chan struct{}), make(chan struct{}), make(chan struct{}), make(chan error, 1)
	goOn := sync.OnceFunc(func() { close(held) })
	defer goOn()
	seen, lost, first := map[string]int{}, 0, true
	go func() {
		ended <- x.here.Subscribe(ctx, x.topic, func(payload []byte) {
			switch {
			case payload == nil && len(seen) == 0 && lost == 0:
				lost++
				close(begun)
			case first:
				first = false
				close(blocked)
				<-held
				fallthrough
			case payload != nil:
				seen[string(payload)]++
			default:
				lost++
			}
			if string(payload) == "last" || lost > 1 {
				cancel()
			}
		})
	}()
	e := exam{T: x.T, patience: patience}
	e.await(begun, "a subscription")
	x.publish(x.there, x.topic, "first")
	e.await(blocked, "the first signal")
	const most = 500
	for i := range most {
		x.publish(x.there, x.topic, fmt.Sprint(i))
	}
	x.publish(x.there, x.topic, "last")
	goOn()
	select {
	case <-ended:
	case <-time.After(patience):
		x.Fatal("it hears neither the last signal nor of a loss")
	}
	for payload, n := range seen {
		if n > 1 {
			x.Errorf("%q was heard %d times", payload, n)
		}
	}
	if len(seen) < most+2 && lost < 2 {
		x.Errorf("%d of %d signals were heard, and nothing of a loss", len(seen), most+2)
	}
}

func wrongSignals(x *signalling) {
	l := x.listen(x.here, x.topic)
	for _, topic := range []string{"", "\xff", strings.Repeat("t", state.MaxKey+1)} {
		if err := wraps(x.here.Publish(x.Context(), topic, nil), state.ErrKey); err != nil {
			x.Errorf("publish to %.50q: %v", topic, err)
		}
		if err := wraps(x.here.Subscribe(x.Context(), topic, func([]byte) {}), state.ErrKey); err != nil {
			x.Errorf("subscribe to %.50q: %v", topic, err)
		}
	}
	if err := wraps(x.there.Publish(x.Context(), x.topic, make([]byte, state.MaxSignal+1)), state.ErrSignal); err != nil {
		x.Error(err)
	}
	ctx, cancel := context.WithCancel(x.Context())
	cancel()
	if err := wraps(x.there.Publish(ctx, x.topic, []byte("cancelled")), context.Canceled); err != nil {
		x.Error(err)
	}
	x.publish(x.there, x.topic, "good")
	if got := l.next(); string(got) != "good" {
		x.Errorf("heard %.50q", got)
	}
}
