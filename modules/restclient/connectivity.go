package restclient

import (
	"slices"
	"sync"
)

// Signal is news from around an application.
type Signal uint8

// The signals.
const (
	Offline Signal = iota + 1 // the network has gone
	Online                    // the network is back
	Focused                   // the user is back
)

// Connectivity tells a client of the network and of the user.
type Connectivity interface {
	// Online reports whether there is a network. It is called once, by New.
	Online() bool
	// Subscribe is called once, by New: from then on f is called at each signal,
	// one after the other, until stop is called. F is quick.
	Subscribe(f func(Signal)) (stop func())
}

type surroundings struct {
	connectivity Connectivity
	refetchOn    []Signal
}

// WithConnectivity sets what tells the client whether there is a network. UseLive
// does not poll while there is none, and polls at once when it is back. Default:
// there always is.
func WithConnectivity(port Connectivity) Option {
	return func(c *config) { c.connectivity = port }
}

// WithRefetchOn reads again, at the given signals of WithConnectivity, what
// Live, UseLive and Watch loops show and what is not fresh any more. Default: at
// none.
func WithRefetchOn(signals ...Signal) Option {
	return func(c *config) { c.refetchOn = signals }
}

// attend begins to listen for signals.
func attend(c *Client) {
	port := c.config.connectivity
	c.ignore = func() {}
	if port == nil {
		setOnline(c, true)
		return
	}
	var mu sync.Mutex
	told := false // by a signal, which is newer than what Online says
	c.ignore = port.Subscribe(func(news Signal) {
		mu.Lock()
		defer mu.Unlock()
		told = told || news != Focused
		notice(c, news)
	})
	online := port.Online()
	mu.Lock()
	defer mu.Unlock()
	if !told {
		turn(c, online)
	}
}

// turn has polls and queues go on, or wait.
func turn(c *Client, online bool) {
	if online {
		c.core.Polls.Resume()
	} else {
		c.core.Polls.Pause()
	}
	setOnline(c, online)
}

// setOnline tells the queues of all identities whether there is a network.
func setOnline(c *Client, online bool) {
	c.offline.Store(!online)
	for _, one := range append(c.identities.all(), c) {
		one.open(true)
		if one.outbox != nil {
			one.outbox.SetOnline(online)
		}
	}
}

func notice(c *Client, news Signal) {
	switch news {
	case Offline:
		turn(c, false)
	case Online:
		turn(c, true)
	}
	if slices.Contains(c.config.refetchOn, news) {
		c.core.Loops.Refresh()
	}
}

// Switch is a Connectivity that the application drives. It is safe for
// concurrent use; signals are delivered one after the other.
type Switch struct {
	delivery sync.Mutex // held while a signal is delivered

	mu        sync.Mutex
	online    bool
	listeners map[*func(Signal)]struct{}
}

var _ Connectivity = (*Switch)(nil)

// NewSwitch makes a Switch that says so.
func NewSwitch(online bool) *Switch {
	return &Switch{online: online, listeners: map[*func(Signal)]struct{}{}}
}

// Online tells what was set last.
func (s *Switch) Online() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.online
}

// Set says whether there is a network. Saying it again does nothing.
func (s *Switch) Set(online bool) {
	news := Offline
	if online {
		news = Online
	}
	s.delivery.Lock()
	defer s.delivery.Unlock()
	if s.set(online) {
		s.tell(news)
	}
}

func (s *Switch) set(online bool) (changed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	changed = s.online != online
	s.online = online
	return changed
}

// Focus says that the user is back, such as when a window is shown again.
func (s *Switch) Focus() {
	s.delivery.Lock()
	defer s.delivery.Unlock()
	s.tell(Focused)
}

func (s *Switch) tell(news Signal) {
	s.mu.Lock()
	var listeners []func(Signal)
	for f := range s.listeners {
		listeners = append(listeners, *f)
	}
	s.mu.Unlock()
	for _, f := range listeners {
		f(news)
	}
}

// Subscribe calls f at each signal until stop is called.
func (s *Switch) Subscribe(f func(Signal)) (stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.listeners[&f] = struct{}{}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.listeners, &f)
	}
}
