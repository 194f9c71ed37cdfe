package transfer

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"
)

// ErrOneShot says that a reader that was sent once cannot be sent again.
var ErrOneShot = errors.New("the source can be read once only")

// ErrSize says that a source did not have the size it was given with.
var ErrSize = errors.New("the source does not have the size it was given with")

// Source is where the content of a file comes from. The zero Source is empty.
type Source struct {
	name  string
	open  func() (io.ReadCloser, error)
	stat  func() (int64, error) // the size, -1 when unknown
	spent func() bool           // whether it cannot be opened again; nil: never
}

// FromPath reads a file anew for each attempt. Its size is that at the begin of
// the call.
func FromPath(path string) Source {
	return Source{
		name: filepath.Base(path),
		open: func() (io.ReadCloser, error) { return os.Open(path) },
		stat: func() (int64, error) {
			info, err := os.Stat(path)
			if err != nil {
				return 0, err
			}
			if info.IsDir() {
				return 0, fmt.Errorf("%s is a directory", path)
			}
			if !info.Mode().IsRegular() {
				return -1, nil
			}
			return info.Size(), nil
		},
	}
}

// FromBytes reads b, which must not change before the call returns.
func FromBytes(b []byte) Source {
	return FromFunc(int64(len(b)), func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b)), nil })
}

// FromFunc reads what open opens, anew for each attempt. Size is its length in
// bytes, -1 when unknown.
func FromFunc(size int64, open func() (io.ReadCloser, error)) Source {
	return Source{open: open, stat: func() (int64, error) { return size, nil }}
}

// FromReader reads r once: a second attempt fails with ErrOneShot. It closes r
// if that is an io.Closer. Size is its length in bytes, -1 when unknown.
func FromReader(size int64, r io.Reader) Source {
	var taken atomic.Bool
	s := FromFunc(size, func() (io.ReadCloser, error) {
		if taken.Swap(true) {
			return nil, ErrOneShot
		}
		if rc, ok := r.(io.ReadCloser); ok {
			return rc, nil
		}
		return io.NopCloser(r), nil
	})
	s.spent = taken.Load
	return s
}

func (s Source) size() (int64, error) {
	if s.stat == nil {
		return 0, nil
	}
	return s.stat()
}

// reader opens the source, and holds it to its size unless that is negative.
func (s Source) reader(size int64) (io.ReadCloser, error) {
	if s.open == nil {
		return io.NopCloser(bytes.NewReader(nil)), nil
	}
	r, err := s.open()
	if err != nil || size < 0 {
		return r, err
	}
	return &exact{ReadCloser: r, size: size, left: size}, nil
}

// exact fails where a source is shorter or longer than its size, instead of
// sending a body whose length is a lie.
type exact struct {
	io.ReadCloser
	size, left int64
}

func (e *exact) Read(p []byte) (int, error) {
	n, err := e.ReadCloser.Read(p)
	e.left -= int64(n)
	if e.left < 0 || err == io.EOF && e.left > 0 {
		return max(0, n+int(min(e.left, 0))), fmt.Errorf("%w of %d bytes", ErrSize, e.size)
	}
	return n, err
}
