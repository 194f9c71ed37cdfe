package tryit

import (
	"crypto/tls"
	"net/http/httptrace"
	"sync"
	"time"
)

// clock measures the parts of one exchange with a target. Traces are told of them
// by several goroutines.
type clock struct {
	mu                        sync.Mutex
	dns, connect, tls, answer span
	hasConn                   bool
}

// span is a part that begins once and ends once.
type span struct{ from, to time.Time }

func (c *clock) begin(s *span) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s.from.IsZero() {
		s.from = time.Now()
	}
}

func (c *clock) end(s *span) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s.to = time.Now()
}

// connected reports whether there was a connection.
func (c *clock) connected() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.hasConn
}

func (c *clock) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		DNSStart:     func(httptrace.DNSStartInfo) { c.begin(&c.dns) },
		DNSDone:      func(httptrace.DNSDoneInfo) { c.end(&c.dns) },
		ConnectStart: func(string, string) { c.begin(&c.connect) },
		ConnectDone: func(_, _ string, err error) {
			if err == nil {
				c.end(&c.connect)
			}
		},
		TLSHandshakeStart: func() { c.begin(&c.tls) },
		TLSHandshakeDone:  func(tls.ConnectionState, error) { c.end(&c.tls) },
		GotConn: func(httptrace.GotConnInfo) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.hasConn = true
		},
		WroteHeaders:         func() { c.begin(&c.answer) },
		WroteRequest:         func(httptrace.WroteRequestInfo) { c.restart(&c.answer) },
		GotFirstResponseByte: func() { c.end(&c.answer) },
	}
}

// restart begins a part anew, unless it has ended.
func (c *clock) restart(s *span) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s.to.IsZero() {
		s.from = time.Now()
	}
}

func (c *clock) timing() Timing {
	c.mu.Lock()
	defer c.mu.Unlock()
	return Timing{DNS: c.dns.ms(), Connect: c.connect.ms(), TLS: c.tls.ms(), FirstByte: c.answer.ms()}
}

func (s span) ms() float64 {
	if s.from.IsZero() || s.to.Before(s.from) {
		return 0
	}
	return milliseconds(s.to.Sub(s.from))
}

// milliseconds are told to the microsecond.
func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
