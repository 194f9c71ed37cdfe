package worker

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/trefoil-go/trefoil/modules/viewer"
)

// Bounds of what is read of a worker that has a draft, in bytes.
const (
	maxOutline = 4 << 20
	maxHeaders = 64 << 10  // of an answer
	maxAhead   = 256 << 10 // of an answer that is not wanted yet
)

// draft is a worker that makes pages. It is safe for concurrent use.
type draft struct {
	worker  *launcher
	end     context.CancelCauseFunc // kills the worker
	in      io.WriteCloser
	out     *os.File
	conn    *http.ClientConn
	outline viewer.DraftOutline
	memory  atomic.Int64

	ended     chan struct{} // closed when what follows is set
	cause     error         // why it was killed, nil when it was not
	state     *os.ProcessState
	complaint string
}

var _ viewer.OpenDraft = (*draft)(nil)

// startDraft starts a worker for a draft.
func startDraft(l *launcher) (_ *draft, err error) {
	life, end := context.WithCancelCause(context.Background()) // it outlives the request
	defer func() {
		if err != nil {
			end(err)
		}
	}()
	o := &draft{worker: l, end: end, ended: make(chan struct{})}
	cmd, err := l.command(life)
	if err != nil {
		return nil, err
	}
	complaint := &bounded{limit: maxComplaint}
	cmd.Stderr = complaint
	out, said, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	cmd.Stdout, o.out = said, out
	if o.in, err = cmd.StdinPipe(); err == nil {
		err = cmd.Start()
	}
	_ = said.Close()
	if err != nil {
		_ = out.Close()
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	go func() {
		defer close(o.ended)
		_ = cmd.Wait() // its state says the same
		o.cause, o.state, o.complaint = context.Cause(life), cmd.ProcessState, complaint.String()
		end(errClosed)
	}()
	return o, nil
}

// open gives the worker its draft and waits for what it says of it.
func (o *draft) open(ctx context.Context, d viewer.Draft) (answer, error) {
	defer context.AfterFunc(ctx, func() { o.end(ctx.Err()) })()
	late := o.alarm()
	defer late.Stop()
	data, err := json.Marshal(d)
	if err != nil {
		return answer{}, err
	}
	q := question{Limits: d.Limits, Bytes: len(d.Text), Draft: len(data), Memory: o.worker.memory, CPU: o.worker.cpu}
	_ = send(o.in, q, []byte(d.Text), data)
	a, err := o.hear()
	if err != nil {
		return o.failure(reading)
	}
	if a.Refusal != nil {
		return a, nil
	}
	o.outline = a.Outline
	o.memory.Store(a.Memory)
	if o.conn, err = connect(ctx, newPipe(o.out, o.in)); err != nil {
		return answer{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return a, nil
}

// alarm ends the worker when its time is over.
func (o *draft) alarm() *time.Timer {
	if o.worker.timeout <= 0 {
		return time.NewTimer(0)
	}
	return time.AfterFunc(o.worker.timeout, func() { o.end(errTimeout) })
}

// hear reads the answer of the worker.
func (o *draft) hear() (answer, error) {
	var size [4]byte
	if _, err := io.ReadFull(o.out, size[:]); err != nil {
		return answer{}, err
	}
	n := binary.BigEndian.Uint32(size[:])
	if n > maxOutline {
		return answer{}, errTalk
	}
	said := make([]byte, n)
	if _, err := io.ReadFull(o.out, said); err != nil {
		return answer{}, err
	}
	a := decodeAnswer(said)
	if a.Protocol != protocol {
		return answer{}, errTalk
	}
	return a, nil
}

var errTalk = errors.New("worker: it says something else")

// connect makes a connection for requests.
func connect(ctx context.Context, p *pipe) (*http.ClientConn, error) {
	var protocols http.Protocols
	protocols.SetUnencryptedHTTP2(true)
	t := &http.Transport{
		DialContext:            func(context.Context, string, string) (net.Conn, error) { return p, nil },
		Protocols:              &protocols,
		DisableCompression:     true,
		MaxResponseHeaderBytes: maxHeaders,
		HTTP2:                  &http.HTTP2Config{MaxReceiveBufferPerStream: maxAhead, MaxReceiveBufferPerConnection: 4 * maxAhead},
	}
	return t.NewClientConn(ctx, "http", "draft:80")
}

// RoundTrip asks for a page.
func (o *draft) RoundTrip(r *http.Request) (*http.Response, error) {
	late := o.alarm()
	answer, err := o.conn.RoundTrip(r)
	late.Stop()
	if err != nil {
		if r.Context().Err() != nil {
			return nil, r.Context().Err()
		}
		a, err := o.failure(making)
		if err == nil {
			_, err = a.result()
		}
		return nil, err
	}
	if bytes, err := strconv.ParseInt(answer.Header.Get(memoryHeader), 10, 64); err == nil && bytes > 0 {
		o.memory.Store(bytes)
	}
	answer.Header.Del(memoryHeader)
	answer.Body = &timely{answer.Body, o}
	return answer, nil
}

// failure says why the worker does not answer, after it has ended.
func (o *draft) failure(doing string) (answer, error) {
	o.end(errBroken) // if it has not ended by itself
	<-o.ended
	return o.worker.failure(doing, o.cause, o.complaint, o.state)
}

// Outline is what the worker has said of the description.
func (o *draft) Outline() viewer.DraftOutline { return o.outline }

// Memory is what the worker has said last.
func (o *draft) Memory() int { return int(o.memory.Load()) }

// Close kills the worker and waits for its end.
func (o *draft) Close() error {
	o.end(errClosed)
	<-o.ended
	if o.conn != nil {
		_ = o.conn.Close()
	}
	_ = o.out.Close() // which may be closed already
	return nil
}

// timely is the body of an answer, each part of which has to come in time.
type timely struct {
	io.ReadCloser
	draft *draft
}

func (t *timely) Read(p []byte) (int, error) {
	late := t.draft.alarm()
	defer late.Stop()
	return t.ReadCloser.Read(p)
}
