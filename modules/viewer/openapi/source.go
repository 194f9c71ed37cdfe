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
	"slices"
	"sync"
	"time"
	"unsafe"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/bundle"
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
	// folder is where other files may stand, nil when no reference is followed to one.
	folder *folder

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
	s.read = func(context.Context) ([]byte, error) { return unsafe.Slice(unsafe.StringData(text), len(text)), nil } // which nothing writes to
	return s
}

// FromFile returns a source of a file, whose format is told by what it holds and
// not by its name. The error is a *core.SpecError when there is no such file.
func FromFile(path string, options ...Option) (*Source, error) {
	return fromFile(file{
		name: path,
		open: func() (fs.File, error) { return os.Open(path) },
		info: func() (fs.FileInfo, error) { return os.Stat(path) },
	}, options, func(c config) (*folder, error) { return belowPath(c.below, path, c) })
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
	}, options, func(c config) (*folder, error) { return belowFS(fsys, c.below, name, c) })
}

func fromFile(f file, options []Option, below func(config) (*folder, error)) (*Source, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	s := newSource(f.name, options)
	f.limits = s.config.limits
	s.read, s.stat = f.read, f.info
	return s.following(below)
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
	return s.following(func(c config) (*folder, error) { return belowURL(c.below, u, transport, c) })
}

func newSource(name string, options []Option) *Source {
	return &Source{name: name, config: newConfig(options)}
}

// following sets the folder of other files, if there is to be one.
func (s *Source) following(below func(config) (*folder, error)) (*Source, error) {
	if s.config.below == "" {
		return s, nil
	}
	var err error
	if s.folder, err = below(s.config); err != nil {
		return nil, err
	}
	return s, nil
}

// Load reads the description. The document does not change when the source does:
// Load again to see it.
func (s *Source) Load(ctx context.Context) (*apidoc.Document, error) { return s.load(ctx, s.whole) }

// ReadSpec reads a text as if it came from where the source is. References in it to other
// files are not followed: the text of a document has none that could be.
func (s *Source) ReadSpec(ctx context.Context, text []byte) (*apidoc.Document, error) {
	return s.load(ctx, func(context.Context) (*bundle.Bundle, error) { return &bundle.Bundle{Text: slices.Clone(text)}, nil })
}

// whole reads the text as it is stored, with the files that it leads to.
func (s *Source) whole(ctx context.Context) (*bundle.Bundle, error) {
	data, err := s.read(ctx)
	if err != nil || s.folder == nil {
		return &bundle.Bundle{Text: data}, err
	}
	return guard(ctx, func() (*bundle.Bundle, error) { return s.folder.bundle(ctx, s.name, data, s.config.limits) })
}

func (s *Source) load(ctx context.Context, read func(ctx context.Context) (*bundle.Bundle, error)) (*apidoc.Document, error) {
	if s.config.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.config.timeout)
		defer cancel()
	}
	if err := ctx.Err(); err != nil {
		return nil, s.loadError(ctx, err)
	}
	b, err := read(ctx)
	if err != nil {
		return nil, s.loadError(ctx, err)
	}
	if s.config.judge != nil {
		if err := s.config.judge.Judge(ctx, b.Text, s.config.judged()); err != nil {
			return nil, s.loadError(ctx, err)
		}
	}
	size := int64(len(b.Text))
	core.ReportProgress(ctx, core.Progress{Phase: "Parsing the description", Bytes: size, Total: size})
	doc, err := guard(ctx, func() (*apidoc.Document, error) { return s.document(b.Text) })
	if err != nil {
		return nil, b.Place(s.loadError(ctx, err))
	}
	settle(doc, b)
	s.config.logger.Debug("description loaded", "source", s.name, "bytes", size, "files", 1+len(b.Files),
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

// Version names the text that Load would read now: its hash. Files are read
// again only when the size of one or the time of its last change says so, or when it
// has changed just now; the text of a URL is fetched each time.
func (s *Source) Version(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stat == nil {
		version, _, err := s.hash(ctx)
		return version, err
	}
	before, err := s.look(s.seen.others)
	if err != nil {
		return "", err
	}
	if s.seen.covers(before) {
		return s.seen.version, nil
	}
	version, others, err := s.hash(ctx)
	if err != nil {
		return "", err
	}
	after, err := s.look(others)
	if err != nil {
		return "", err
	}
	after[0] = before[0]
	s.seen = seen{version, others, after}
	return version, nil
}

// hash names the text, and the other files that it was read from.
func (s *Source) hash(ctx context.Context) (version string, others []string, err error) {
	b, err := s.whole(ctx)
	if err != nil {
		return "", nil, s.loadError(ctx, err)
	}
	sum := sha256.Sum256(b.Text)
	return hex.EncodeToString(sum[:16]), b.Files, nil
}

// look says what the file of the description and others are like now.
func (s *Source) look(others []string) ([]look, error) {
	info, err := s.stat()
	if err != nil {
		return nil, fileError(s.name, err)
	}
	looks := []look{{true, info.Size(), info.ModTime()}}
	if len(others) == 0 {
		return looks, nil
	}
	more, err := s.folder.look(others)
	return append(looks, more...), err
}

// seen is what files were like when they were read for a version.
type seen struct {
	version string
	others  []string
	looks   []look
}

// look is what a file is like.
type look struct {
	there   bool
	size    int64
	changed time.Time
}

// coarse is how exact the times of changes are, at worst. A file that has
// changed later than that before it is looked at may change again unnoticed.
const coarse = 3 * time.Second

// covers reports whether files can be taken for what they were.
func (s seen) covers(now []look) bool {
	if s.version == "" || len(now) != len(s.looks) {
		return false
	}
	for i, was := range s.looks {
		if now[i].there != was.there || now[i].size != was.size || !now[i].changed.Equal(was.changed) || time.Since(was.changed) <= coarse {
			return false
		}
	}
	return true
}
