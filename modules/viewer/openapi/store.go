package openapi

import (
	"bufio"
	"context"
	"errors"
	"io"
	"io/fs"
	"math"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// file is a description that stands in a file.
type file struct {
	name   string
	limits gate.Limits
	open   func() (fs.File, error)
	info   func() (fs.FileInfo, error)
}

// check reports an error when there is no such file.
func (f file) check() error {
	info, err := f.info()
	if err != nil {
		return fileError(f.name, err)
	}
	if info.IsDir() {
		return &core.SpecError{Source: f.name, Message: "this is a directory; name a file in it"}
	}
	return nil
}

// read reads the file up to the limit for texts in any encoding.
func (f file) read(ctx context.Context) ([]byte, error) {
	opened, err := f.open()
	if err != nil {
		return nil, fileError(f.name, err)
	}
	defer func() { _ = opened.Close() }()
	total := int64(0)
	if info, err := opened.Stat(); err == nil {
		total = info.Size()
	}
	data, err := readAll(counted(ctx, "Reading the file", opened, total), total, f.limits)
	if err != nil && !refused(err) {
		return nil, fileError(f.name, err)
	}
	return data, err
}

// refused reports whether an error says what is wrong with a text.
func refused(err error) bool { return errors.As(err, new(*tree.Error)) }

// step is how many bytes are read at a time where it is not known how many there
// are.
const step = 1 << 20

// readAll reads one byte more than a text may have, so that the gate can tell that
// it is too large. Expected is how many bytes there may be, 0 or less for unknown;
// when these are too many, none is read.
func readAll(r io.Reader, expected int64, limits gate.Limits) ([]byte, error) {
	in := bufio.NewReader(r)
	head, _ := in.Peek(4) // an error comes again
	most := int64(math.MaxInt64 - 1)
	if n := gate.Most(head, limits); n > 0 {
		most = int64(n)
	}
	if expected > most {
		return nil, gate.TooLarge(limits)
	}
	first := int64(step)
	if expected > 0 {
		first = min(expected+1, 64<<20)
	}
	return collect(io.LimitReader(in, most+1), int(first))
}

// collect reads all of r: into one buffer where it is less than first bytes, and
// piece by piece where it is not, so that nothing is copied more than once.
func collect(r io.Reader, first int) ([]byte, error) {
	var full [][]byte
	piece := make([]byte, 0, first)
	for {
		n, err := r.Read(piece[len(piece):cap(piece)])
		piece = piece[:len(piece)+n]
		switch {
		case err == io.EOF && full == nil && cap(piece) < 2*len(piece):
			return piece, nil
		case err == io.EOF:
			return slices.Concat(append(full, piece)...), nil
		case err != nil:
			return nil, err
		case len(piece) == cap(piece):
			full, piece = append(full, piece), make([]byte, 0, step)
		}
	}
}

// counted reports what is read of r.
func counted(ctx context.Context, phase string, r io.Reader, total int64) io.Reader {
	p := core.Progress{Phase: phase, Total: max(total, 0)}
	return readerFunc(func(b []byte) (int, error) {
		n, err := r.Read(b)
		p.Bytes += int64(n)
		core.ReportProgress(ctx, p)
		return n, err
	})
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }
