package snippet

import (
	"net/url"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/braces"
)

// template cuts the path of an operation into the path itself and the query that stands
// in it. A variable there that the path does not have, too, is left to the parameter of the
// query that has the name. A path that does not begin with a slash gets one, or it would be
// read as a part of the host.
func template(o *apidoc.Operation) (path, query string) {
	path, _, _ = strings.Cut(o.Path, "#")
	path, query, _ = strings.Cut(path, "?")
	if path != "" && path[0] != '/' {
		path = "/" + path
	}
	pieces := slices.DeleteFunc(strings.Split(query, "&"), func(piece string) bool {
		return len(braces.Names(piece)) > 0 && describes(o, apidoc.InQuery, pieceName(piece)) &&
			!slices.ContainsFunc(braces.Names(piece), func(name string) bool { return describes(o, apidoc.InPath, name) })
	})
	return path, strings.Join(pieces, "&")
}

// sends reports whether a request has a parameter. The path has one of the query already
// where it stands there with its value.
func sends(o *apidoc.Operation, p *apidoc.Parameter) bool {
	if p.In != apidoc.InQuery || !strings.Contains(o.Path, "?") {
		return o.Sends(p)
	}
	_, query := template(o)
	return !slices.ContainsFunc(strings.Split(query, "&"), func(piece string) bool { return pieceName(piece) == p.Name })
}

func describes(o *apidoc.Operation, in apidoc.Place, name string) bool {
	return slices.ContainsFunc(o.Parameters, func(p apidoc.Parameter) bool { return p.In == in && p.Name == name })
}

// pieceName is the name in a piece of a query.
func pieceName(piece string) string {
	name, _, _ := strings.Cut(piece, "=")
	if plain, err := url.QueryUnescape(name); err == nil {
		return plain
	}
	return name
}
