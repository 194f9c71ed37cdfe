package openapi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/bundle"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
)

// folder is where the other files of a description may stand.
type folder struct {
	name string // as the option names it
	at   string // the path from it to the folder of the description
	own  string // the name of the description in that
	// shown is how messages name a file.
	shown func(path string) string
	// open opens the folder for one load.
	open func() (opened, error)
}

// opened is a folder that is open.
type opened struct {
	// read reads a file, whose path is relative to the folder.
	read func(ctx context.Context, name string) ([]byte, error)
	// stat says cheaply what is stored, nil when reading it is cheap enough.
	stat  func(name string) (fs.FileInfo, error)
	close func() error
}

// within returns the path of a file, relative to the folder, from the one relative to the
// description.
func (f *folder) within(name string) (string, error) {
	if full := path.Join(f.at, name); fs.ValidPath(full) {
		return full, nil
	}
	return "", fmt.Errorf("it is outside of the folder that files are read from (%s)", f.name)
}

// bundle puts the files together that the text of a description leads to.
func (f *folder) bundle(ctx context.Context, name string, data []byte, limits gate.Limits) (*bundle.Bundle, error) {
	o, err := f.open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = o.close() }()
	b, err := bundle.Make(ctx, f.own, data, func(ctx context.Context, name string) ([]byte, error) {
		full, err := f.within(name)
		if err != nil {
			return nil, err
		}
		return o.read(ctx, full)
	}, limits)
	if err != nil {
		return nil, err
	}
	shown := map[string]string{f.own: name}
	for _, other := range b.Files {
		shown[other] = f.shown(path.Join(f.at, other))
	}
	for i := range b.Origins {
		b.Origins[i].File = shown[b.Origins[i].File]
	}
	for i := range b.Problems {
		b.Problems[i].File = shown[b.Problems[i].File]
	}
	return b, nil
}

// look says what files are like now.
func (f *folder) look(names []string) ([]look, error) {
	o, err := f.open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = o.close() }()
	looks := make([]look, len(names))
	for i, name := range names {
		full, err := f.within(name)
		if err != nil {
			continue // it is never read
		}
		if info, err := o.stat(full); err == nil {
			looks[i] = look{true, info.Size(), info.ModTime()}
		}
	}
	return looks, nil
}

// belowPath is the folder of a file of the operating system.
func belowPath(dir, name string, c config) (*folder, error) {
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("openapi: find %s: %w", dir, err)
	}
	file, err := filepath.Abs(name)
	if err != nil {
		return nil, fmt.Errorf("openapi: find %s: %w", name, err)
	}
	at, err := filepath.Rel(root, filepath.Dir(file))
	if err != nil || !filepath.IsLocal(at) {
		return nil, fmt.Errorf("openapi: %s is not below %s", name, dir)
	}
	shown := func(name string) string { return filepath.ToSlash(filepath.Join(dir, filepath.FromSlash(name))) }
	return &folder{name: dir, at: filepath.ToSlash(at), own: filepath.Base(name), shown: shown, open: func() (opened, error) {
		r, err := os.OpenRoot(root)
		if err != nil {
			return opened{}, fileError(dir, err)
		}
		return inFS(r.FS(), r.Close, c), nil
	}}, nil
}

// belowFS is the folder of a file in a file system.
func belowFS(fsys fs.FS, dir, name string, c config) (*folder, error) {
	sub, err := fs.Sub(fsys, dir)
	if err != nil {
		return nil, fmt.Errorf("openapi: open the folder %s: %w", dir, err)
	}
	rest, below := strings.CutPrefix(name, dir+"/")
	if !below && dir != "." {
		return nil, fmt.Errorf("openapi: %s is not below %s", name, dir)
	}
	at := path.Dir(rest)
	return &folder{name: dir, at: at, own: path.Base(name), shown: func(name string) string { return path.Join(dir, name) }, open: func() (opened, error) {
		return inFS(sub, func() error { return nil }, c), nil
	}}, nil
}

// inFS reads the files of a file system.
func inFS(fsys fs.FS, shut func() error, c config) opened {
	stat := func(name string) (fs.FileInfo, error) { return fs.Stat(fsys, name) }
	return opened{stat: stat, close: shut, read: func(ctx context.Context, name string) ([]byte, error) {
		info, err := stat(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, errors.New("there is no such file")
		case err != nil:
			return nil, err
		case !info.Mode().IsRegular():
			return nil, errors.New("it is no regular file")
		}
		return file{
			name: name, limits: c.limits, open: func() (fs.File, error) { return fsys.Open(name) },
		}.read(ctx)
	}}
}

// belowURL is the folder of an address. All in it is fetched as the description is.
func belowURL(dir string, from *url.URL, transport core.Transport, c config) (*folder, error) {
	base, err := from.Parse(dir)
	if err != nil {
		return nil, fmt.Errorf("openapi: parse the address of a folder: %w", err)
	}
	base.RawQuery, base.Fragment = "", ""
	if !strings.HasSuffix(base.Path, "/") {
		base = base.JoinPath("/")
	}
	rest, below := strings.CutPrefix(cmp.Or(from.EscapedPath(), "/"), base.EscapedPath())
	if base.Scheme != from.Scheme || base.Host != from.Host || !below {
		return nil, fmt.Errorf("openapi: %s is not below %s", from.Redacted(), base.Redacted())
	}
	at, err := url.PathUnescape(path.Dir(rest))
	if err != nil {
		return nil, fmt.Errorf("openapi: parse the address of a folder: %w", err)
	}
	address := func(name string) *url.URL {
		u := *base
		u.Path, u.RawPath = path.Join(base.Path, name), ""
		return &u
	}
	return &folder{name: base.Redacted(), at: at, own: path.Base(from.Path), shown: func(name string) string { return address(name).Redacted() }, open: func() (opened, error) {
		return opened{close: func() error { return nil }, read: func(ctx context.Context, name string) ([]byte, error) {
			data, err := remote{address(name).Redacted(), c.limits, address(name).String(), transport}.read(ctx)
			var told *core.SpecError
			if errors.As(err, &told) {
				return nil, errors.New(told.Message)
			}
			return data, err
		}}, nil
	}}, nil
}

// settle makes the problems of a text that was put together those of its files: each is
// where it was written, and what is not followed is told with the reason.
func settle(doc *apidoc.Document, b *bundle.Bundle) {
	if len(b.Origins) == 0 {
		return
	}
	doc.Text.Origins = b.Origins
	known := map[int]int{} // by line, on which there is one reference at most
	for i, p := range doc.Problems {
		known[p.Line] = i
	}
	var first []apidoc.Problem // what the others may come from
	for _, p := range b.Problems {
		i, ok := known[p.Line]
		switch {
		case p.File != "":
			first = append(first, p)
		case ok:
			doc.Problems[i].Pointer, doc.Problems[i].Message = p.Pointer, p.Message
		default:
			doc.Problems = append(doc.Problems, p)
		}
	}
	doc.Problems = append(first, byPlace(doc.Problems)...)
	for i, p := range doc.Problems {
		if from := doc.Text.Origin(p.Line); from.File != "" && p.File == "" {
			doc.Problems[i].File, doc.Problems[i].Line, doc.Problems[i].Column = from.File, from.Line, from.Column
		}
	}
}
