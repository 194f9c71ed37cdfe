package lifecycle

import (
	"context"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// port is a listener that Stop closes before net/http does.
type port struct {
	net.Listener
	close   func() error    // once
	left    chan struct{}   // closed when net/http calls Accept no more
	closing <-chan struct{} // closed when the server closes
}

func newPort(l net.Listener, closing <-chan struct{}) port {
	return port{Listener: l, close: sync.OnceValue(l.Close), left: make(chan struct{}), closing: closing}
}

// Accept returns connections that linger.
func (p port) Accept() (net.Conn, error) {
	c, err := p.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		return &lingeringConn{TCPConn: tcp, closing: p.closing}, nil
	}
	return c, err
}

func (p port) Close() error { return p.close() }

// drained waits until every connection that Accept has returned is one of the
// arrivals, no longer than the grace and ctx. The port is closed.
func (p port) drained(ctx context.Context) {
	timer := time.NewTimer(arrivalGrace)
	defer timer.Stop()
	select {
	case <-p.left:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// lastReading is how long a client may go on sending behind its last answer.
const lastReading = 5 * time.Second

// lingeringConn reads what the client still sends behind the last answer, which net/http
// does not: it closes the connection half a second later, and what comes then is answered
// with a reset, which may reach the client before it has read the answer (RFC 9112,
// section 9.6).
type lingeringConn struct {
	*net.TCPConn
	closing <-chan struct{} // nobody reads on then
	unread  atomic.Bool     // there may be a body behind the last answer of which only Close tells
}

// lingerBehind lets the connection of a request with a body linger until that is set to
// false, because the body was read to its end. Else net/http calls CloseWrite, but not when
// the client has asked for the close, and TLS does not pass that on.
func lingerBehind(req *http.Request) *atomic.Bool {
	conn, _ := req.Context().Value(connKey{}).(net.Conn)
	inner, inTLS := accepted(conn)
	if inner == nil || req.ProtoMajor != 1 || !inTLS && !req.Close {
		return new(atomic.Bool) // of no connection
	}
	inner.unread.Store(true)
	return &inner.unread
}

// accepted is the connection that a port has accepted, nil for others, and whether TLS is
// around it.
func accepted(c net.Conn) (conn *lingeringConn, inTLS bool) {
	if outer, ok := c.(interface{ NetConn() net.Conn }); ok {
		c, inTLS = outer.NetConn(), true
	}
	conn, _ = c.(*lingeringConn)
	return conn, inTLS
}

// CloseWrite is called behind the answer to a request whose body was not read to its end.
func (c *lingeringConn) CloseWrite() error {
	err := c.TCPConn.CloseWrite()
	if err != nil || c.SetReadDeadline(time.Now().Add(lastReading)) != nil {
		return err
	}
	read := make(chan struct{})
	defer close(read)
	go func() {
		select {
		case <-c.closing:
			_ = c.SetReadDeadline(time.Now()) // it could be set
		case <-read:
		}
	}()
	_, _ = io.Copy(io.Discard, c.TCPConn) // until the client or the time ends
	return nil
}

// Close closes the connection.
func (c *lingeringConn) Close() error {
	if c.unread.Load() {
		_ = c.CloseWrite() // it is closed in any case
	}
	return c.TCPConn.Close()
}

// Hijacked is the connection that a handler has taken over, as it was accepted.
func Hijacked(c net.Conn) net.Conn {
	conn, inTLS := accepted(c)
	switch {
	case conn == nil:
	case inTLS:
		conn.unread.Store(false)
	default:
		return conn.TCPConn
	}
	return c
}
