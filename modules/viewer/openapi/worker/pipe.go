package worker

import (
	"io"
	"net"
	"sync"
	"time"
)

// pipe is a connection of two pipes, without deadlines: who waits at the other side
// of it ends the process.
type pipe struct {
	io.Reader
	io.Writer
	closed chan struct{}
	once   sync.Once
}

func newPipe(r io.Reader, w io.Writer) *pipe {
	return &pipe{Reader: r, Writer: w, closed: make(chan struct{})}
}

// Close closes what can be closed.
func (p *pipe) Close() error {
	p.once.Do(func() {
		close(p.closed)
		for _, end := range []any{p.Reader, p.Writer} {
			if c, ok := end.(io.Closer); ok {
				_ = c.Close()
			}
		}
	})
	return nil
}

func (p *pipe) LocalAddr() net.Addr              { return address{} }
func (p *pipe) RemoteAddr() net.Addr             { return address{} }
func (p *pipe) SetDeadline(time.Time) error      { return nil }
func (p *pipe) SetReadDeadline(time.Time) error  { return nil }
func (p *pipe) SetWriteDeadline(time.Time) error { return nil }

// address is that of both ends of a pipe.
type address struct{}

func (address) Network() string { return "pipe" }
func (address) String() string  { return "pipe" }
