package export

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/oldlink"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/search"
)

// data writes what the scripts of the pages read in place of asking a server.
func (f *folder) data(context.Context) error {
	hidden := !f.written["models.html"]
	index, err := search.Static(f.doc, search.Options{HideModels: hidden}, func(kind core.PageKind, slug, fragment string) string {
		place := relative("", fileOf(address.Of(kind, slug)))[2:]
		if fragment != "" {
			place += "#" + fragment
		}
		return place
	})
	if err != nil {
		return fmt.Errorf("export %s: %w", searchIndex, err)
	}
	if err := f.write(searchIndex, index); err != nil {
		return err
	}
	links := oldlink.New(f.doc, oldlink.Options{HideModels: hidden}).Map()
	for fragment, addr := range links {
		links[fragment] = relative("", fileOf(addr))[2:]
	}
	return f.writeJSON(oldLinks, links)
}

func (f *folder) writeJSON(name string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("export %s: %w", name, err)
	}
	return f.write(name, append(data, '\n'))
}
