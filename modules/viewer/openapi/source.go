package openapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/snapshot"
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
	_ core.SpecReader    = (*Source)(nil)
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
	return fromFile(file{
		name: path,
		open: func() (fs.File, error) { return os.Open(path) },
		info: func() (fs.FileInfo, error) { return os.Stat(path) },
	}, options)
}

// FromFS returns a source of a file in a file system, such as an embed.FS. The
// error is a *core.SpecError when there is no such file.
func FromFS(fsys fs.FS, name string, options ...Option) (*Source, error) {
	if fsys == nil {
		return nil, errors.New("openapi: nil file system")
	}
	return fromFile(file{
		name: name,
		open: func() (fs.File, error) { return fsys.Open(name) },
		info: func() (fs.FileInfo, error) { return fs.Stat(fsys, name) },
	}, options)
}

func fromFile(f file, options []Option) (*Source, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	s := newSource(f.name, options)
	f.limits = s.config.limits
	s.read, s.stat = f.read, f.info
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
	s.read = remote{s.name, s.config.limits, address, transport}.read
	return s, nil
}

func newSource(name string, options []Option) *Source {
	return &Source{name: name, config: newConfig(options)}
}

// Load reads the description. The document does not change when the source does:
// Load again to see it.
func (s *Source) Load(ctx context.Context) (*apidoc.Document, error) { return s.load(ctx, s.read) }

// ReadSpec reads a text as if it came from where the source is.
func (s *Source) ReadSpec(ctx context.Context, text []byte) (*apidoc.Document, error) {
	return s.load(ctx, func(context.Context) ([]byte, error) { return text, nil })
}

func (s *Source) load(ctx context.Context, read func(ctx context.Context) ([]byte, error)) (*apidoc.Document, error) {
	if s.config.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.config.timeout)
		defer cancel()
	}
	if err := ctx.Err(); err != nil {
		return nil, s.loadError(ctx, err)
	}
	data, err := read(ctx)
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
		doc, _, err := parse(data, s.scheme, s.config)
		return doc, err
	}
	file := snapshot.File(s.config.cacheDir, data, s.config.limits, s.scheme)
	if kept, err := snapshot.Read(file); err == nil {
		return restored(kept, data, s.scheme, s.config)
	} else if !errors.Is(err, fs.ErrNotExist) {
		s.config.logger.Debug("snapshot not used", "file", file, "err", err)
	}
	doc, _, err := parse(data, s.scheme, s.config)
	if err != nil {
		return nil, err
	}
	if err := snapshot.Write(file, &snapshot.Snapshot{Outline: doc.Outline, JSON: !isYAML(doc.Text)}); err != nil {
		s.config.logger.Debug("snapshot not kept", "file", file, "err", err)
	}
	return doc, nil
}

// loadError turns what stopped Load into a *core.SpecError. A URL may have something
// else the next time.
func (s *Source) loadError(ctx context.Context, err error) error {
	spec := *specError(ctx, s.name, err)
	spec.Temporary = s.scheme != ""
	return &spec
}

// Version names the text that Load would read now: its hash. A file is read
// again only when its size or the time of its last change says so, or when it
// has changed just now; the text of a URL is fetched each time.
func (s *Source) Version(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stat != nil {
		info, err := s.stat()
		if err != nil {
			return "", fileError(s.name, err)
		}
		if s.seen.covers(info) {
			return s.seen.version, nil
		}
		version, err := s.hash(ctx)
		if err != nil {
			return "", err
		}
		s.seen = seen{info.Size(), info.ModTime(), version}
		return version, nil
	}
	return s.hash(ctx)
}

func (s *Source) hash(ctx context.Context) (string, error) {
	data, err := s.read(ctx)
	if err != nil {
		return "", s.loadError(ctx, err)
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16]), nil
}

// seen is what a file was like when it was read for its version.
type seen struct {
	size    int64
	changed time.Time
	version string
}

// coarse is how exact the times of changes are, at worst. A file that has
// changed later than that before it is looked at may change again unnoticed.
const coarse = 3 * time.Second

// covers reports whether a file can be taken for what it was.
func (s seen) covers(info fs.FileInfo) bool {
	return s.version != "" && info.Size() == s.size && info.ModTime().Equal(s.changed) && time.Since(s.changed) > coarse
}
