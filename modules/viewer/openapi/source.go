package openapi

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"net/url"
	"os"
	"slices"
	"sync"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// Source is one description. It is read anew at each Load and is safe for
// concurrent use.
type Source struct {
	name   string // for errors; empty for literal content
	scheme string // of the URL it comes from, for Swagger 2.0 without schemes
	config config
	// read returns the text as it is stored.
	read func(ctx context.Context) ([]byte, error)
	// stat says cheaply what is stored, nil when reading it is cheap enough.
	stat func() (fs.FileInfo, error)

	mu   sync.Mutex
	seen seen // guarded by mu
}

var (
	_ core.SpecSource    = (*Source)(nil)
	_ core.SpecVersioner = (*Source)(nil)
)

// FromContent returns a source of a text in JSON or YAML. A text that is no
// description is an error of Load, so that an editor can hold one.
func FromContent(text string, options ...Option) *Source {
	s := newSource("", options)
	s.read = func(context.Context) ([]byte, error) { return []byte(text), nil }
	return s
}

// FromFile returns a source of a file, whose format is told by what it holds and
// not by its name. The error is a *core.SpecError when there is no such file.
func FromFile(path string, options ...Option) (*Source, error) {
	s := newSource(path, options)
	info, err := os.Stat(path)
	if err != nil {
		return nil, s.fileError(err)
	}
	if info.IsDir() {
		return nil, &core.SpecError{Source: path, Message: "this is a directory; name a file in it"}
	}
	s.read = func(ctx context.Context) ([]byte, error) {
		f, err := os.Open(path)
		return s.readFile(ctx, f, err)
	}
	s.stat = func() (fs.FileInfo, error) { return os.Stat(path) }
	return s, nil
}

// FromFS returns a source of a file in a file system, such as an embed.FS. The
// error is a *core.SpecError when there is no such file.
func FromFS(fsys fs.FS, name string, options ...Option) (*Source, error) {
	if fsys == nil {
		return nil, errors.New("openapi: nil file system")
	}
	s := newSource(name, options)
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, s.fileError(err)
	}
	if info.IsDir() {
		return nil, &core.SpecError{Source: name, Message: "this is a directory; name a file in it"}
	}
	s.read = func(ctx context.Context) ([]byte, error) {
		f, err := fsys.Open(name)
		return s.readFile(ctx, f, err)
	}
	s.stat = func() (fs.FileInfo, error) { return fs.Stat(fsys, name) }
	return s, nil
}

// FromURL returns a source of a file that a transport fetches with GET. The URL
// must be absolute, of the scheme http or https. A status other than 2xx is a
// *core.SpecError of Load. Which hosts may be asked is the transport's business.
func FromURL(address string, transport core.Transport, options ...Option) (*Source, error) {
	if transport == nil {
		return nil, errors.New("openapi: nil Transport")
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("parse the URL of a description: %w", err)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("openapi: %q is no absolute http or https URL", address)
	}
	s := newSource(u.Redacted(), options)
	s.scheme = u.Scheme
	s.read = func(ctx context.Context) ([]byte, error) { return s.fetch(ctx, address, transport) }
	return s, nil
}

func newSource(name string, options []Option) *Source {
	return &Source{name: name, config: newConfig(options)}
}

// Load reads the description. The document does not change when the source does:
// Load again to see it.
func (s *Source) Load(ctx context.Context) (*apidoc.Document, error) {
	if s.config.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.config.timeout)
		defer cancel()
	}
	if err := ctx.Err(); err != nil {
		return nil, s.loadError(ctx, err)
	}
	data, err := s.read(ctx)
	if err != nil {
		return nil, s.loadError(ctx, err)
	}
	if s.config.judge != nil {
		if err := s.config.judge.Judge(ctx, data, s.config.judged()); err != nil {
			return nil, s.loadError(ctx, err)
		}
	}
	core.ReportProgress(ctx, core.Progress{Phase: "Parsing the description", Bytes: int64(len(data)), Total: int64(len(data))})
	doc, err := guard(ctx, func() (*apidoc.Document, error) { return s.document(data) })
	if err != nil {
		return nil, s.loadError(ctx, err)
	}
	s.config.logger.Debug("description loaded", "source", s.name, "bytes", len(data),
		"operations", len(doc.Operations), "models", len(doc.Models), "problems", len(doc.Problems))
	return doc, nil
}

// document makes a document of a text: from the snapshot of an earlier run, if
// there is one, and by parsing otherwise.
func (s *Source) document(data []byte) (*apidoc.Document, error) {
	if s.config.cacheDir == "" {
		return parse(data, s.scheme, s.config)
	}
	file := snapshotFile(s.config, s.scheme, data)
	if kept, err := readSnapshot(file); err == nil {
		return restored(kept, data, s.scheme, s.config)
	} else if !errors.Is(err, fs.ErrNotExist) {
		s.config.logger.Debug("snapshot not used", "file", file, "err", err)
	}
	doc, err := parse(data, s.scheme, s.config)
	if err != nil {
		return nil, err
	}
	if err := writeSnapshot(file, doc); err != nil {
		s.config.logger.Debug("snapshot not kept", "file", file, "err", err)
	}
	return doc, nil
}

// readFile reads a file up to the limit for texts in any encoding.
func (s *Source) readFile(ctx context.Context, f fs.File, err error) ([]byte, error) {
	if err != nil {
		return nil, s.fileError(err)
	}
	defer func() { _ = f.Close() }()
	total := int64(0)
	if info, err := f.Stat(); err == nil {
		total = info.Size()
	}
	data, err := s.readAll(counted(ctx, "Reading the file", f, total), total)
	if err != nil && !refused(err) {
		return nil, s.fileError(err)
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
func (s *Source) readAll(r io.Reader, expected int64) ([]byte, error) {
	in := bufio.NewReader(r)
	head, _ := in.Peek(4) // an error comes again
	most := int64(math.MaxInt64 - 1)
	if n := gate.Most(head, s.config.limits); n > 0 {
		most = int64(n)
	}
	if expected > most {
		return nil, gate.TooLarge(s.config.limits)
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
