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

// scriptData is what the scripts of the pages read in place of asking a server.
type scriptData struct{ *folder }

func (d *scriptData) write(ctx context.Context) error {
	hidden := !d.written["models.html"] && !d.written["components.html"]
	for _, step := range []func() error{
		func() error {
			return d.searchIndex(ctx, search.Options{HideModels: hidden, Changes: d.written["changes.html"]})
		},
		func() error { return d.oldLinks(oldlink.Options{HideModels: hidden}) },
		func() error { return d.lists(ctx) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (d *scriptData) searchIndex(ctx context.Context, o search.Options) error {
	if !d.written[searchFile] {
		return nil // there is no search
	}
	index, err := search.Static(ctx, d.doc, o, func(kind core.PageKind, slug, fragment string) string {
		place := relative("", fileOf(address.Of(kind, slug)))[2:]
		if fragment != "" {
			place += "#" + fragment
		}
		return place
	})
	if err != nil {
		return fmt.Errorf("export %s: %w", searchIndex, err)
	}
	if err := d.writeValue(searchIndex, index.Entries); err != nil {
		return err
	}
	if err := d.writeValue(searchFolder+"terms.js", index.Terms); err != nil {
		return err
	}
	for _, name := range sortedKeys(index.Shards) {
		if err := d.writeValue(searchFolder+"words-"+name+".js", index.Shards[name]); err != nil {
			return err
		}
	}
	return nil
}

// oldLinks writes where the links of other viewers lead.
func (d *scriptData) oldLinks(o oldlink.Options) error {
	links := oldlink.New(d.doc, o).Map()
	for fragment, addr := range links {
		links[fragment] = relative("", fileOf(addr))[2:]
	}
	return d.writeValue(oldLinks, links)
}

// lists writes the lists of the sidebar that are in the pages of their tags only,
// by the files of these.
func (d *scriptData) lists(ctx context.Context) error {
	found := make([]any, len(d.doc.Tags))
	err := each(len(d.doc.Tags), func(i int) (err error) {
		found[i], err = d.list(ctx, address.Of(core.PageTag, d.doc.Tags[i].Slug))
		return err
	})
	if err != nil {
		return err
	}
	all := map[string]any{}
	for i := range d.doc.Tags {
		if found[i] != nil {
			all[fileOf(address.Of(core.PageTag, d.doc.Tags[i].Slug))] = found[i]
		}
	}
	return d.writeValue(lists, all)
}

// list is the part of the sidebar that the page of a tag has of it, nil for none.
func (d *scriptData) list(ctx context.Context, addr string) (any, error) {
	a, err := d.get(ctx, addr)
	if err != nil || !a.isPage() {
		return nil, err
	}
	text, err := (&page{place: place{d.folder, addr, ""}}).rewritten(a.body.Bytes())
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
