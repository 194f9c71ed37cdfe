package tryit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
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

// lines are those of an answer.
type lines struct {
	to      http.ResponseWriter
	control *http.ResponseController
	idle    time.Duration // how long a client may take for a line
	bytes   int64         // of the body, so far
}

// pass passes pieces as they come, several at once when they come quickly. The
// error is that of the client.
func (l *lines) pass(first *piece, pieces <-chan piece) (end *End, err error) {
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
		if err := l.line(Data{p.data}); err != nil {
			return nil, err
		}
		l.bytes += int64(len(p.data))
		if len(pieces) == 0 {
			if err := l.flush(); err != nil {
				return nil, err
			}
		}
	}
	end.Bytes = l.bytes
	return end, nil
}

// line writes one line. A client that does not take it in time is gone.
func (l *lines) line(value any) error {
	_ = l.control.SetWriteDeadline(time.Now().Add(l.idle)) // where it is supported
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	_, err = l.to.Write(append(data, '\n'))
	return err
}

func (l *lines) flush() error {
	if err := l.control.Flush(); !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}

// shortcoming says why an answer is not complete, and which encoding its bytes are in.
func shortcoming(ctx context.Context, end *End, raw *wire, body *decoder) (reason, undecoded string) {
	if body.undecoded {
		undecoded = body.encoding
	}
	switch cause := context.Cause(ctx); {
	case !end.Incomplete:
	case errors.Is(cause, errIdle):
		reason = "idle"
	case errors.Is(cause, errTotal):
		reason = "time"
	case errors.Is(cause, errNeeded):
		reason = "busy"
	case body.failed:
		reason = "encoding"
	default:
		reason = "broken"
	}
	return reason, undecoded
}
