package export

import (
	"bytes"
	"context"
	"fmt"

	"golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/oldlink"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/search"
)

// The files that the scripts of pages without a server read.
const (
	searchFolder = "data/search/"
	searchIndex  = searchFolder + "index.js"
	oldLinks     = "data/old-links.js"
	lists        = "data/lists.js"
)

// data writes what the scripts of the pages read in place of asking a server.
func (f *folder) data(ctx context.Context) error {
	hidden := !f.written["models.html"] && !f.written["components.html"]
	for _, step := range []func() error{
		func() error { return f.searchIndex(ctx, search.Options{HideModels: hidden}) },
		func() error { return f.oldLinks(oldlink.Options{HideModels: hidden}) },
		func() error { return f.lists(ctx) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (f *folder) searchIndex(ctx context.Context, o search.Options) error {
	if !f.written[searchFile] {
		return nil // there is no search
	}
	index, err := search.Static(ctx, f.doc, o, func(kind core.PageKind, slug, fragment string) string {
		place := relative("", fileOf(address.Of(kind, slug)))[2:]
		if fragment != "" {
			place += "#" + fragment
		}
		return place
	})
	if err != nil {
		return fmt.Errorf("export %s: %w", searchIndex, err)
	}
	if err := f.writeValue(searchIndex, index.Entries); err != nil {
		return err
	}
	if err := f.writeValue(searchFolder+"terms.js", index.Terms); err != nil {
		return err
	}
	for _, name := range sortedKeys(index.Shards) {
		if err := f.writeValue(searchFolder+"words-"+name+".js", index.Shards[name]); err != nil {
			return err
		}
	}
	return nil
}

// oldLinks writes where the links of other viewers lead.
func (f *folder) oldLinks(o oldlink.Options) error {
	links := oldlink.New(f.doc, o).Map()
	for fragment, addr := range links {
		links[fragment] = relative("", fileOf(addr))[2:]
	}
	return f.writeValue(oldLinks, links)
}

// lists writes the lists of the sidebar that are in the pages of their tags only,
// by the files of these.
func (f *folder) lists(ctx context.Context) error {
	found := make([]any, len(f.doc.Tags))
	err := each(len(f.doc.Tags), func(i int) (err error) {
		found[i], err = f.list(ctx, address.Of(core.PageTag, f.doc.Tags[i].Slug))
		return err
	})
	if err != nil {
		return err
	}
	all := map[string]any{}
	for i := range f.doc.Tags {
		if found[i] != nil {
			all[fileOf(address.Of(core.PageTag, f.doc.Tags[i].Slug))] = found[i]
		}
	}
	return f.writeValue(lists, all)
}

// list is the part of the sidebar that the page of a tag has of it, nil for none.
func (f *folder) list(ctx context.Context, addr string) (any, error) {
	a, err := f.get(ctx, addr)
	if err != nil || !a.isPage() {
		return nil, err
	}
	text, err := (&page{folder: f, addr: addr}).rewritten(a.body.Bytes())
	if err != nil {
		return nil, err
	}
	root, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("export %s: %w", addr, err)
	}
	var list []any
	for n := range root.Descendants() {
		if hasNode(n, "data-nav-tag") && complete(n) {
			if list == nil {
				list = []any{"div", map[string]string{}}
			}
			list = append(list, tree(n))
		}
	}
	if list == nil {
		return nil, nil
	}
	return list, nil
}

// complete reports whether an item of the sidebar has its list.
func complete(item *html.Node) bool {
	for n := range item.Descendants() {
		if n.Data == "details" {
			return !hasNode(n, "data-nav-fetch")
		}
	}
	return false
}
