package mock

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pathmatch"
)

// found is what there is at a path.
type found struct {
	targets []target // none when the path has no such method
	methods []string // that were looked at
}

// target is an operation that a request may be for. Several have one path and one method
// where descriptions tell them apart by what stands behind "#", by a query, or by the names
// of their variables alone.
type target struct {
	operation *apidoc.OperationSummary
	values    []pathmatch.Value // of the variables of the path
}

// allow are the methods that are answered, for the header of that name.
func (f *found) allow() string {
	all := slices.Clone(f.methods)
	for _, more := range []string{http.MethodOptions, http.MethodHead} {
		if !slices.Contains(all, more) && (more != http.MethodHead || slices.Contains(all, http.MethodGet)) {
			all = append(all, more)
		}
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// routes finds the operation that a request is for.
type routes struct {
	doc   *apidoc.Document
	table *pathmatch.Table
	bases []pathmatch.Base
}

func newRoutes(doc *apidoc.Document) *routes {
	paths := make([]string, len(doc.Operations))
	for i := range doc.Operations {
		paths[i] = doc.Operations[i].Path
	}
	return &routes{doc: doc, table: pathmatch.New(paths), bases: pathmatch.Bases(doc.Servers)}
}

// find looks for what a request is for: its path as it was sent, HEAD as GET where
// the description has none of its own. It is nil for a path that the description
// does not have.
func (t *routes) find(r *http.Request) *found {
	f := t.findMethod(r, r.Method)
	if f != nil && len(f.targets) == 0 && r.Method == http.MethodHead {
		return t.findMethod(r, http.MethodGet)
	}
	return f
}

// maxBase bounds the segments of the base path of a server that only operations
// name.
const maxBase = 4

func (t *routes) findMethod(r *http.Request, method string) *found {
	path, query := r.URL.EscapedPath(), r.URL.Query()
	raw := pathmatch.Split(path)
	plain := pathmatch.Unescape(raw)
	for _, base := range t.bases {
		if rest, ok := base.Cut(plain); ok {
			skipped := min(base.Len(), len(raw)-1)
			if f := t.at(method, rest, raw[skipped:], path, query); f != nil {
				return f
			}
		}
	}
	for skip := 1; skip <= maxBase && skip < len(plain); skip++ {
		f := t.at(method, plain[skip:], raw[skip:], path, query)
		if f == nil {
			continue
		}
		f.targets = slices.DeleteFunc(f.targets, func(to target) bool { return !t.own(r.Context(), to.operation, plain[:skip]) })
		if len(f.targets) > 0 {
			return f
		}
	}
	return nil
}

// own reports whether a path is the base of a server that an operation has for
// itself.
func (t *routes) own(ctx context.Context, o *apidoc.OperationSummary, path []string) bool {
	op, err := t.doc.Operation(ctx, o.Slug)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(pathmatch.Bases(op.Servers), func(b pathmatch.Base) bool {
		_, ok := b.Cut(path)
		return ok && b.Len() == len(path)
	})
}

// at looks among the templates that make a path, the most concrete of those first that
// have the method: what has only GET at /users/me has DELETE from /users/{id}.
func (t *routes) at(method string, plain, raw []string, path string, query url.Values) *found {
	all := t.table.Match(plain)
	if len(all) == 0 {
		return nil
	}
	f := &found{}
	for rank, i := 0, 0; i < len(all) && (len(f.targets) == 0 || all[i].Like(all[i-1])); i++ {
		if i > 0 && !all[i].Like(all[i-1]) {
			rank = 0
		}
		o := &t.doc.Operations[all[i].Template]
		if !slices.Contains(f.methods, o.Method) {
			f.methods = append(f.methods, o.Method)
		}
		n := closeness(o.Path, path, query)
		if o.Method != method || n < rank {
			continue
		}
		if n > rank {
			f.targets, rank = nil, n
		}
		f.targets = append(f.targets, target{o, append(t.table.Values(all[i].Template, plain, raw), inQuery(o.Path, query)...)})
	}
	slices.Sort(f.methods)
	return f
}

// near are the paths of the description that look like one it does not have.
func (t *routes) near(path string) []string {
	const most = 5
	var list []string
	for _, i := range t.table.Near(pathmatch.Unescape(pathmatch.Split(path)), 8*most) { // a path has several operations
		if p := t.doc.Operations[i].Path; len(list) < most && !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}

// closeness tells templates apart that differ in the slash at their end or in
// their query: -1 for one whose query a request does not have.
func closeness(template, path string, query url.Values) int {
	n := 0
	template, wanted := fixedQuery(template)
	if strings.HasSuffix(template, "/") == strings.HasSuffix(path, "/") {
		n++
	}
	for name, values := range wanted {
		switch variable := strings.Contains(values[0], "{"); {
		case slices.Equal(query[name], values), values[0] == "", variable && query.Has(name):
			n += 2
		case !variable:
			return -1
		}
	}
	return n
}

// fixedQuery cuts a template into its path and its query.
func fixedQuery(template string) (path string, query url.Values) {
	template, _, _ = strings.Cut(template, "#")
	path, fixed, _ := strings.Cut(template, "?")
	query, _ = url.ParseQuery(fixed)
	return path, query
}

// inQuery are the variables that a template has in its query, as they were sent.
func inQuery(template string, query url.Values) (list []pathmatch.Value) {
	_, wanted := fixedQuery(template)
	for name, values := range wanted {
		if variable, ok := strings.CutPrefix(values[0], "{"); ok && query.Has(name) && strings.HasSuffix(variable, "}") {
			list = append(list, pathmatch.Value{Name: strings.TrimSuffix(variable, "}"), Text: url.PathEscape(query.Get(name))})
		}
	}
	return list
}

// plainName is the name of a variable without what some descriptions write before
// and behind it.
func plainName(name string) string { return strings.Trim(name, ";.?+*/#& ") }
