package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/portal"
	"github.com/trefoil-go/trefoil/apps/trefoil/internal/spec"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/mathml"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
	"github.com/trefoil-go/trefoil/modules/viewer/mermaid"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// references are those of the descriptions that arguments name. They are safe for
// concurrent use.
type references struct {
	session *session
	names   []string
	options optionsFunc
	several bool // they have a page in front: a folder has, with one description too

	mu      sync.Mutex
	finder  spec.Finder
	by      map[described]viewer.Member
	members []viewer.Member
	closed  bool
}

// described is a description that arguments name.
type described struct {
	name string
	dir  string // it is known by its path below this
}

// optionsFunc returns the options of the reference of a description. Its folder is where
// the reference has a place beside others, as addresses have it: "v2/", and "" for the only
// one.
type optionsFunc func(name, folder string) ([]viewer.Option, error)

// open makes a reference of each description. What cannot be read is shown by its
// reference; the error is one of the arguments.
func open(ctx context.Context, s *session, names []string, options optionsFunc) (*references, error) {
	r := &references{session: s, names: names, options: options, several: len(names) > 1 || isFolder(names[0]), by: map[described]viewer.Member{}}
	if _, _, err := r.look(ctx); err != nil {
		return nil, errors.Join(err, r.close())
	}
	return r, nil
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// look makes references of what has appeared since the last look, and returns whether
// anything has changed, and the references of what has disappeared, which the caller
// closes. Nothing changes with an error.
func (r *references) look(ctx context.Context) (changed bool, gone []viewer.Member, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return false, nil, nil
	}
	list, err := expand(r.names, &r.finder)
	if err != nil {
		return false, nil, err
	}
	taken := map[string]bool{}
	for _, m := range r.members {
		taken[m.Name] = true
	}
	by := map[described]viewer.Member{}
	var members []viewer.Member
	for _, d := range list {
		m, known := r.by[d]
		if !known {
			if m, err = r.member(ctx, d, taken); err != nil {
				return false, nil, errors.Join(err, closeAll(added(by, r.by)))
			}
		}
		by[d] = m
		members = append(members, m)
	}
	gone = added(r.by, by)
	changed = len(gone) > 0 || len(by) > len(r.by)
	r.by, r.members = by, members
	return changed, gone, nil
}

// added returns the members that only the first map has.
func added(by, before map[described]viewer.Member) (members []viewer.Member) {
	for d, m := range by {
		if _, known := before[d]; !known {
			members = append(members, m)
		}
	}
	return members
}

// expand puts the descriptions of folders in their place. The error is a usageError when
// the standard input is meant twice, and otherwise that of a folder.
func expand(names []string, finder *spec.Finder) (list []described, err error) {
	if err := one(names...); err != nil {
		return nil, err
	}
	for _, name := range names {
		if !isFolder(name) {
			list = append(list, described{name, filepath.Dir(name)})
			continue
		}
		files, err := finder.Find(name)
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("%s: there is no description in this folder", name)
		}
		for _, file := range files {
			list = append(list, described{file, name})
		}
	}
	return list, nil
}

// pages writes references in HTML, with the diagrams and the formulas of descriptions.
func pages() *htmlrender.Renderer {
	return htmlrender.New(htmlrender.WithFence("mermaid", mermaid.Draw), htmlrender.WithFence("math", mathml.Draw))
}

func (r *references) member(ctx context.Context, d described, taken map[string]bool) (viewer.Member, error) {
	source, err := r.session.opener.Source(ctx, d.name, openapi.WithLogger(r.session.log()))
	if err != nil {
		return viewer.Member{}, err
	}
	member, folder := memberName(d, taken), ""
	if r.several {
		folder = url.PathEscape(member) + "/"
	}
	own, err := r.options(d.name, folder)
	if err != nil {
		return viewer.Member{}, err
	}
	v, err := viewer.New(source, pages(), append([]viewer.Option{
		viewer.WithConfiguration(r.session.file.Configuration), viewer.WithMarkdown(mdrender.New()), viewer.WithLogger(r.session.log()),
	}, own...)...)
	if err != nil {
		return viewer.Member{}, err
	}
	return viewer.Member{Name: member, Title: d.title(), Viewer: v}, nil
}

// follow shows in a portal what appears in folders, and takes out what disappears, until
// ctx ends. What cannot be looked at, or is empty, stays as it was.
func (r *references) follow(ctx context.Context, p *portal.Portal, every time.Duration) {
	ticks := time.NewTicker(every)
	defer ticks.Stop()
	told := ""
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
		changed, gone, err := r.look(ctx)
		if changed {
			err = errors.Join(p.Set(r.now()), closeAll(gone))
		}
		switch {
		case err == nil:
			told = ""
		case err.Error() != told:
			told = err.Error()
			r.session.log().Warn("the descriptions stay as they were", "err", err)
		}
	}
}

// now returns the members.
func (r *references) now() []viewer.Member {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.members)
}

func (r *references) close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	return closeAll(r.members)
}

func closeAll(members []viewer.Member) error {
	var errs []error
	for _, m := range members {
		errs = append(errs, m.Viewer.Close())
	}
	return errors.Join(errs...)
}

// title is what readers choose a description by: its path below the folder that was
// named, or the last part of its address.
func (d described) title() string {
	name := d.name
	switch {
	case name == spec.Stdin:
		return "standard input"
	case spec.IsURL(name):
		return strings.TrimSuffix(path.Base(name), path.Ext(name))
	}
	if below, err := filepath.Rel(d.dir, name); err == nil {
		name = below
	}
	return strings.TrimSuffix(filepath.ToSlash(name), filepath.Ext(name))
}

// memberName is the place of a reference in addresses, which no other has.
func memberName(d described, taken map[string]bool) string {
	slug := apidoc.Slug(d.title())
	if slug == "" {
		slug = "api"
	}
	free := slug
	for i := 2; taken[free]; i++ {
		free = fmt.Sprintf("%s-%d", slug, i)
	}
	taken[free] = true
	return free
}

// log writes warnings to the standard error.
func (s *session) log() *slog.Logger {
	return slog.New(slog.NewTextHandler(s.stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
}
