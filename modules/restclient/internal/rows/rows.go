// Package rows reads the rows of a long response one by one, without ever holding
// all of it.
//
//	r, _, err := rows.Elements(body, "/data/rows", 1<<20)
//	for {
//		row, offset, err := r.Next()
//
// It knows nothing of entities.
package rows

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/member"
)

const bufferSize = 32 << 10

// Reader reads rows. What Next returns is good until the next call, and Offset is
// in bytes: where the row begins, or where its JSON breaks. The error after the
// last row is io.EOF.
type Reader interface {
	Next() (row []byte, offset int64, err error)
}

// Lines reads one row per line, each of limit bytes at most.
func Lines(body io.Reader, limit int64) Reader {
	return &lines{buffer: bufio.NewReaderSize(body, bufferSize), limit: limit}
}

// Elements reads the elements of a JSON array, each of limit bytes at most. The
// array is the body, or a member of it: a name, or a JSON pointer (RFC 6901). The
// offset is that of the error.
func Elements(body io.Reader, in string, limit int64) (_ Reader, offset int64, err error) {
	e := newElements(body, limit)
	if err := e.enter(in); err != nil {
		return nil, max(e.dec.InputOffset(), BreaksAt(err)), err
	}
	return e, 0, nil
}

// BreaksAt is where the JSON breaks that err is about, 0 when it does not.
func BreaksAt(err error) int64 {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		return syntax.ByteOffset
	}
	return 0
}

// lines reads one row per line. Blank lines, with which servers keep
// connections alive, are none.
type lines struct {
	buffer *bufio.Reader
	limit  int64
	read   int64
	long   []byte // a line that the buffer cannot hold
}

func (l *lines) Next() (row []byte, offset int64, err error) {
	for {
		offset = l.read
		line, err := l.line()
		if row := bytes.TrimSpace(line); len(row) > 0 && (err == nil || err == io.EOF) {
			return row, offset, nil
		}
		if err != nil {
			return nil, offset, err
		}
	}
}

// line reads up to the end of a line, or of the response.
func (l *lines) line() ([]byte, error) {
	l.long = l.long[:0]
	for {
		part, err := l.buffer.ReadSlice('\n')
		l.read += int64(len(part))
		if int64(len(l.long)+len(bytes.TrimRight(part, "\r\n"))) > l.limit {
			return nil, fmt.Errorf("%w of %d bytes per row", exchange.ErrTooLarge, l.limit)
		}
		if err == nil && len(l.long) == 0 {
			return part, nil
		}
		l.long = append(l.long, part...)
		if err != bufio.ErrBufferFull {
			return l.long, err
		}
	}
}

// elements reads the elements of a JSON array.
type elements struct {
	dec   *jsontext.Decoder
	guard *guard
	depth int // inside the array
}

func newElements(body io.Reader, limit int64) *elements {
	g := &guard{Reader: bufio.NewReaderSize(body, bufferSize), limit: limit}
	return &elements{dec: jsontext.NewDecoder(g), guard: g}
}

// enter reads up to the first element.
func (e *elements) enter(in string) error {
	if in != "" {
		path, err := member.Path(in)
		if err != nil {
			return err
		}
		found, err := member.Descend(e.dec, path, e.passed)
		if err != nil {
			return member.NoEnd(err)
		}
		if !found {
			return fmt.Errorf("the response has no member %q", in)
		}
	}
	token, err := e.dec.ReadToken()
	if err != nil {
		return member.NoEnd(err)
	}
	if token.Kind() != '[' {
		return fmt.Errorf("want a JSON array, have %s", token.Kind())
	}
	e.depth = e.dec.StackDepth()
	e.passed()
	return nil
}

func (e *elements) passed() { e.guard.mark = e.dec.InputOffset() }

func (e *elements) Next() (row []byte, offset int64, err error) {
	if e.dec.PeekKind() == ']' && e.dec.StackDepth() == e.depth {
		err := e.finish()
		return nil, max(e.dec.InputOffset(), BreaksAt(err)), err
	}
	row, err = e.dec.ReadValue()
	if err != nil {
		return nil, max(e.dec.InputOffset(), BreaksAt(err)), member.NoEnd(err)
	}
	e.passed()
	offset = e.guard.mark - int64(len(row))
	if int64(len(row)) > e.guard.limit {
		return nil, offset, e.guard.exceeded()
	}
	return row, offset, nil
}

// finish reads what follows the array, to tell a response that was cut off. It
// returns io.EOF when all is well.
func (e *elements) finish() error {
	for {
		_, err := e.dec.ReadToken()
		if err != nil {
			return member.NoEnd(err)
		}
		e.passed()
		if e.dec.StackDepth() == 0 {
			break
		}
	}
	if err := member.End(e.dec); err != nil {
		return err
	}
	return io.EOF
}

// separators is what may stand before a value that is as long as the limit.
const separators = 64

// guard stops a decoder that would hold more than the limit: it asks for more
// only while what follows the mark is one value without an end.
type guard struct {
	io.Reader
	limit      int64
	read, mark int64
}

func (g *guard) Read(p []byte) (int, error) {
	room := g.limit + separators - (g.read - g.mark)
	if room <= 0 {
		return 0, g.exceeded()
	}
	n, err := g.Reader.Read(p[:min(int64(len(p)), room)])
	g.read += int64(n)
	return n, err
}

func (g *guard) exceeded() error {
	return fmt.Errorf("%w of %d bytes per row", exchange.ErrTooLarge, g.limit)
}
