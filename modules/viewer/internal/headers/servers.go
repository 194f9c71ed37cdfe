package headers

import (
	"context"
	"fmt"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// serversOf are the servers of an operation, none when it cannot be read. A
// reader that panics has failed.
func serversOf(ctx context.Context, doc *apidoc.Document, slug string) (list []apidoc.Server) {
	defer func() {
		if recover() != nil {
			list = nil
		}
	}()
	op, err := doc.Operation(ctx, slug)
	if err != nil {
		return nil
	}
	return op.Servers
}

// DeclaredServers are the servers of a document and of its operations, each once.
func DeclaredServers(ctx context.Context, doc *apidoc.Document) []apidoc.Server {
	var list []apidoc.Server
	known := map[string]bool{}
	add := func(servers []apidoc.Server) {
		for _, s := range servers {
			key := s.URL
			for _, v := range s.Variables {
				key += fmt.Sprintf("\x00%q=%q%q", v.Name, v.Default, v.Enum)
			}
			if !known[key] {
				known[key] = true
				list = append(list, s)
			}
		}
	}
	add(doc.Servers)
	for i := range doc.Operations {
		if ctx.Err() != nil {
			break
		}
		add(serversOf(ctx, doc, doc.Operations[i].Slug))
	}
	return list
}
