package tryit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"
)

const (
	pieceSize = 32 << 10
	// headGrace is how long the head waits for the first byte of the body. A
	// target that breaks off within it has not answered.
	headGrace = 20 * time.Millisecond
	// wireExtra is by how much a body may be longer encoded than decoded.
	wireExtra = 64 << 10
)

// piece is a part of a body, or why there are no more.
type piece struct {
	data []byte
	err  error
}

// answer passes an answer. What it returns is still to be answered.
func (x *exchange) answer(ctx context.Context, cancel context.CancelCauseFunc, response *http.Response, c *clock) *refusal {
	limits := x.limits
	x.watch.set(limits.Idle)
	raw := &wire{from: response.Body, left: limits.AnswerBytes + wireExtra, touch: x.touch}
	body := newDecoder(response.Header["Content-Encoding"], raw)
	defer body.Close()
	pieces := readPieces(ctx, &bounded{from: body, left: limits.AnswerBytes})
	defer func() { // nothing reads the body any more when the channel is closed
		cancel(nil)
		for range pieces {
		}
	}()

	grace := time.NewTimer(headGrace)
	defer grace.Stop()
	var first *piece
	select {
	case p, open := <-pieces:
		if open {
			first = &p
		}
	case <-grace.C:
	}
	if first != nil && first.err != nil && raw.failed() && ctx.Err() == nil {
		return unreachable()
	}
	x.status = response.StatusCode
	x.w.Header().Set("Content-Type", AnswerType)
	x.closeAfter()
	x.w.WriteHeader(http.StatusOK)
	if x.line(x.head(response, c)) != nil || x.flush() != nil {
		return nil
	}
	end, err := x.pass(first, pieces)
	if err != nil {
		return nil
	}
	end.finish(ctx, raw, body)
	trailer := response.Trailer
	if x.isToken {
		trailer = onlyToken(trailer)
	}
	end.Trailers, _ = answerHeader(trailer)
	end.MS = milliseconds(time.Since(x.started))
	if x.line(end) == nil {
		_ = x.flush() // the client may be gone
	}
	return nil
}

// readPieces reads a body until it ends or ctx does, and closes the channel then.
func readPieces(ctx context.Context, from io.Reader) <-chan piece {
	pieces := make(chan piece, 1)
	go func() {
		defer close(pieces)
		buffer := make([]byte, pieceSize)
		for {
			n, err := from.Read(buffer)
			if n > 0 && !give(ctx, pieces, piece{data: bytes.Clone(buffer[:n])}) {
				return
			}
			if err != nil {
				give(ctx, pieces, piece{err: err})
				return
			}
		}
	}()
	return pieces
}

// give is false when nobody takes the piece any more.
func give(ctx context.Context, to chan<- piece, p piece) bool {
	select {
	case to <- p:
		return true
	case <-ctx.Done():
		return false
	}
}

// head is the first line.
func (x *exchange) head(response *http.Response, c *clock) Head {
	var but []string
	if x.target.away {
		but = append(but, "Location")
	}
	h := Head{
		Status: response.StatusCode, HTTPVersion: response.Proto, URL: x.target.url.String(), Redirects: x.target.redirects,
		Filename: filename(response.Header), NotSent: x.sent.left, Timing: c.timing(),
	}
	_, h.StatusText, _ = strings.Cut(response.Status, " ")
	h.StatusText = strings.ToValidUTF8(h.StatusText, "\uFFFD")
	header := response.Header
	if x.isToken {
		header, but = onlyToken(header), nil
	}
	h.Headers, h.NotPassed = answerHeader(header, but...)
	if h.Headers == nil {
		h.Headers = [][]string{}
	}
	return h
}

// pass passes pieces as they come, several at once when they come quickly. The
// error is that of the client.
func (x *exchange) pass(first *piece, pieces <-chan piece) (end *End, err error) {
	end = &End{End: true}
	for open := true; open; {
		var p piece
		if first != nil {
			p, first = *first, nil
		} else if p, open = <-pieces; !open {
			end.Incomplete = true // it has been broken off
			break
		}
		if p.err != nil {
			end.Truncated = errors.Is(p.err, errTruncated)
			end.Incomplete = p.err != io.EOF && !end.Truncated
			break
		}
		if err := x.line(Data{p.data}); err != nil {
			return nil, err
		}
		x.bytes += int64(len(p.data))
		if len(pieces) == 0 {
			if err := x.flush(); err != nil {
				return nil, err
			}
		}
	}
	end.Bytes = x.bytes
	return end, nil
}

// finish says why an answer is not complete, and what its bytes are.
func (e *End) finish(ctx context.Context, raw *wire, body *decoder) {
	if body.undecoded {
		e.Undecoded = body.encoding
	}
	switch cause := context.Cause(ctx); {
	case !e.Incomplete:
	case errors.Is(cause, errIdle):
		e.Reason = "idle"
	case errors.Is(cause, errTotal):
		e.Reason = "time"
	case errors.Is(cause, errNeeded):
		e.Reason = "busy"
	case body.failed:
		e.Reason = "encoding"
	default:
		e.Reason = "broken"
	}
}

// line writes one line. A client that does not take it in time is gone.
func (x *exchange) line(value any) error {
	_ = x.control.SetWriteDeadline(time.Now().Add(x.limits.Idle)) // where it is supported
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	_, err = x.w.Write(append(data, '\n'))
	return err
}

func (x *exchange) flush() error {
	if err := x.control.Flush(); !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}
