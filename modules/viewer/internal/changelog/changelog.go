// Package changelog compares the versions of a description:
//
//	c := changelog.New(changelog.Version{}, []changelog.Version{{Name: "1.0.0", Source: source}})
//	log, again := c.Of(ctx, doc)
package changelog

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Version is a version of a description. The description itself has no source.
type Version struct {
	Name   string // empty for what its description says
	Date   time.Time
	Source core.SpecSource
}

// Comparer compares a description with its earlier versions. What it knows of those it
// keeps, but not their texts. It is safe for concurrent use.
type Comparer struct {
	own     Version
	earlier []Version

	mu       sync.Mutex
	names    map[int]string // by the place in earlier
	refused  map[int]error  // of those that will never be read
	compared map[[2]int]comparison
}

// New makes a Comparer of the description itself and its earlier versions, the newest
// first.
func New(own Version, earlier []Version) *Comparer {
	return &Comparer{own: own, earlier: earlier, names: map[int]string{}, refused: map[int]error{}, compared: map[[2]int]comparison{}}
}

// Of returns what the versions of a description have changed. Again reports whether
// a version could not be read this time, and may be another time. The result is nil when
// ctx has ended.
func (c *Comparer) Of(ctx context.Context, doc *apidoc.Document) (log *core.Changelog, again bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := &round{Comparer: c, pages: pagesOf(doc), newer: -1, text: func(context.Context) (*text, error) { return newText(doc) }}
	r.releases = append(r.releases, release{Release: core.Release{Name: cmp.Or(c.own.Name, doc.Info.Version, "This version"), Date: c.own.Date}})
	for i := range c.earlier {
		r.add(ctx, i)
		if ctx.Err() != nil {
			return nil, false
		}
	}
	return r.changelog(), r.again
}

// round is one comparison of all versions.
type round struct {
	*Comparer
	pages    map[string]core.PageRef // of the operations of the description
	releases []release
	again    bool

	last  int // the newest version that was read is this release,
	newer int // this one of earlier, -1 for the description itself,
	text  func(context.Context) (*text, error)
}

type release struct {
	core.Release
	comparison
}

// add compares the newest version that was read with the next earlier one.
func (r *round) add(ctx context.Context, i int) {
	found, known := r.compared[[2]int{r.newer, i}]
	var older *text
	err := r.refused[i]
	if !known && err == nil {
		found, older, err = r.compare(ctx, i)
	}
	added := release{Release: core.Release{Name: r.nameOf(i), Date: r.earlier[i].Date, Err: err}}
	r.releases = append(r.releases, added)
	if err != nil {
		return
	}
	r.releases[r.last].comparison, r.releases[r.last].Since = found, added.Name
	r.last, r.newer = len(r.releases)-1, i
	r.text = func(ctx context.Context) (*text, error) {
		if older != nil {
			return older, nil
		}
		return r.read(ctx, i)
	}
}

func (r *round) compare(ctx context.Context, i int) (found comparison, older *text, err error) {
	if older, err = r.read(ctx, i); err != nil {
		var spec *core.SpecError
		if errors.As(err, &spec) && !spec.Temporary {
			r.refused[i] = err
		} else {
			r.again = true
		}
		return found, nil, err
	}
	newer, err := r.text(ctx)
	if err == nil {
		found, err = compare(older, newer)
	}
	if err != nil {
		if r.newer >= 0 {
			r.refused[i] = err
		}
		return found, nil, err
	}
	if r.newer >= 0 {
		r.compared[[2]int{r.newer, i}] = found
	}
	return found, older, nil
}

// read reads an earlier version. A source that panics has failed.
func (r *round) read(ctx context.Context, i int) (t *text, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &core.SpecError{Message: fmt.Sprintf("The source of the version panicked: %v", p)}
		}
	}()
	doc, err := r.earlier[i].Source.Load(ctx)
	if err != nil {
		return nil, err
	}
	if doc == nil {
		return nil, &core.SpecError{Message: "The source of the version returned no description."}
	}
	r.names[i] = doc.Info.Version
	return newText(doc)
}

func (r *round) nameOf(i int) string {
	return cmp.Or(r.earlier[i].Name, r.names[i], "Earlier version "+strconv.Itoa(i+1))
}

// changelog puts together what was found.
func (r *round) changelog() *core.Changelog {
	log := &core.Changelog{Releases: make([]core.Release, len(r.releases))}
	taken := map[string]bool{}
	for i := len(r.releases) - 1; i >= 0; i-- { // the oldest keeps its address when there are more
		from := &r.releases[i]
		from.Slug = free(taken, cmp.Or(apidoc.Slug(from.Name), "version"))
		log.Releases[i] = from.Release
		to := &log.Releases[i]
		to.Breaking, to.Warnings, to.Notes = r.linked(from.breaking), r.linked(from.warnings), r.linked(from.notes)
		to.LeftOut = from.leftOut
	}
	log.Histories = r.histories()
	log.Tag = tag(log)
	return log
}

func free(taken map[string]bool, slug string) string {
	name := slug
	for i := 2; taken[name]; i++ {
		name = slug + "-" + strconv.Itoa(i)
	}
	taken[name] = true
	return name
}

// linked gives the operations of changes their pages.
func (r *round) linked(list []core.Change) []core.Change {
	linked := make([]core.Change, len(list))
	for i, c := range list {
		linked[i] = c
		linked[i].Operations = make([]core.ChangedOperation, len(c.Operations))
		for j, o := range c.Operations {
			o.PageRef = r.pages[key(o.Name)]
			linked[i].Operations[j] = o
		}
	}
	return linked
}

// histories are those of the operations that have a page.
func (r *round) histories() map[core.PageRef]core.History {
	histories := map[core.PageRef]core.History{}
	for name, page := range r.pages {
		var h core.History
		for i := range r.releases {
			of := &r.releases[i]
			link := core.ReleaseLink{Name: of.Name, Slug: of.Slug}
			if of.changed[name] {
				h.Changed = append(h.Changed, link)
			}
			if of.came[name] {
				h.Since = &link
				break
			}
		}
		if h.Since != nil || h.Changed != nil {
			histories[page] = h
		}
	}
	return histories
}

// tag names what a changelog says.
func tag(log *core.Changelog) string {
	sum := sha256.New()
	for i := range log.Releases {
		of := &log.Releases[i]
		fmt.Fprintf(sum, "%q %d %q %q %d\n", of.Name, of.Date.Unix(), of.Since, fmt.Sprint(of.Err), of.LeftOut)
		for _, list := range [][]core.Change{of.Breaking, of.Warnings, of.Notes} {
			for j := range list {
				fmt.Fprintf(sum, "%s %q %d\n", list[j].Change, list[j].Operations, list[j].More)
				if s := list[j].Schemas; s != nil {
					fmt.Fprintf(sum, "%#v\n", *s)
				}
			}
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}
