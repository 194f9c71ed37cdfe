package export

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/oldlink"
)

// found is an entry of the index for searching without a server: a result as
// the search of a server has it.
type found struct {
	Kind   core.PageKind `json:"kind"`
	Title  string        `json:"title"`
	Method string        `json:"method,omitempty"`
	Path   string        `json:"path,omitempty"`
	URL    string        `json:"url"` // of a file, relative to the root
}

// data writes what the scripts of the pages read in place of asking a server.
func (f *folder) data(context.Context) error {
	index := struct {
		Results []found `json:"results"`
	}{f.index()}
	if err := f.writeJSON(searchIndex, index); err != nil {
		return err
	}
	links := oldlink.New(f.doc, oldlink.Options{HideModels: !f.written["models.html"]}).Map()
	for fragment, addr := range links {
		links[fragment] = relative("", fileOf(addr))[2:]
	}
	return f.writeJSON(oldLinks, links)
}

// index lists the pages that were written, by what they are found.
func (f *folder) index() []found {
	var list []found
	add := func(kind core.PageKind, slug string, entry found) {
		name := fileOf(address.Of(kind, slug))
		if f.written[name] {
			entry.Kind, entry.URL = kind, relative("", name)[2:]
			list = append(list, entry)
		}
	}
	for _, o := range f.doc.Operations {
		add(core.PageOperation, o.Slug, found{Title: o.Title(), Method: o.Method, Path: o.Path})
	}
	for _, o := range f.doc.Webhooks {
		add(core.PageWebhook, o.Slug, found{Title: o.Title(), Method: o.Method, Path: o.Path})
	}
	for _, t := range f.doc.Tags {
		add(core.PageTag, t.Slug, found{Title: t.DisplayName})
	}
	for _, m := range f.doc.Models {
		add(core.PageModel, m.Slug, found{Title: m.Name})
	}
	return list
}

func (f *folder) writeJSON(name string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("export %s: %w", name, err)
	}
	return f.write(name, append(data, '\n'))
}
