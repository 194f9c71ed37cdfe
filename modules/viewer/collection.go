package viewer

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/admission"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pages"
)

// Member is one reference of a Collection.
type Member struct {
	// Name is its place in addresses: letters, digits, ".", "-" and "_", the first
	// one a letter or digit, such as "v2".
	Name string
	// Title is what readers choose it by. Default: Name.
	Title string
	// Viewer serves it. It belongs to one collection at most, and whoever made it
	// closes it.
	Viewer *Viewer
}

// Collection serves several references below one address, such as the versions
// of an API. Each stands below its name, and every page leads to the same page of
// the others: the operation with the same operationId, or the same method and
// path, where there is one, and otherwise their overview. It is safe for
// concurrent use.
type Collection struct {
	gate *admission.Gate // of all members
	now  atomic.Pointer[shelf]
}

// shelf is the members of a collection at one moment. It never changes.
type shelf struct {
	members []Member
	byName  map[string]int
}

var _ http.Handler = (*Collection)(nil)

// NewCollection makes a collection. Its own address leads to the first member.
// The error says which member cannot be used.
func NewCollection(members ...Member) (*Collection, error) {
	c := &Collection{gate: admission.New(atOnce)}
	if err := c.Set(members...); err != nil {
		return nil, err
	}
	return c, nil
}

// Set replaces the members, such as those of a folder in which a file has appeared.
// Requests that are being answered are answered by those of before, so a Viewer that is
// taken out has to be closed after Set; it may be taken in again. The error says which
// member cannot be used, and nothing is replaced then.
func (c *Collection) Set(members ...Member) error {
	if len(members) == 0 {
		return errors.New("viewer: a collection needs a member")
	}
	next := &shelf{byName: map[string]int{}}
	for _, m := range members {
		_, twice := next.byName[m.Name]
		switch {
		case m.Viewer == nil:
			return fmt.Errorf("viewer: member %q has no Viewer", m.Name)
		case !memberName(m.Name):
			return fmt.Errorf("viewer: %q is no name of a member: use letters, digits, dots, hyphens and underscores", m.Name)
		case twice:
			return fmt.Errorf("viewer: there are two members %q", m.Name)
		}
		m.Title = cmp.Or(m.Title, m.Name)
		next.byName[m.Name] = len(next.members)
		next.members = append(next.members, m)
	}
	for _, m := range next.members {
		if !m.Viewer.beside.CompareAndSwap(nil, &beside{c, m.Viewer}) && m.Viewer.beside.Load().Collection != c {
			return fmt.Errorf("viewer: the Viewer of member %q is in a collection already", m.Name)
		}
	}
	c.now.Store(next)
	return nil
}

func memberName(name string) bool {
	plain := func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' }
	for i, r := range name {
		if !plain(r) && (i == 0 || !strings.ContainsRune(".-_", r)) {
			return false
		}
	}
	return name != ""
}

// ServeHTTP answers for the member whose name the address begins with.
func (c *Collection) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	now := c.now.Load()
	first := now.members[0]
	at := first.Viewer.mount.Locate(r)
	name, rest, inside := at.Below()
	i, known := now.byName[name]
	switch {
	case at.Bare:
		mount.AddSlash(w, r)
	case at.Address == "":
		w.Header().Set("Location", "./"+first.Name+"/")
		w.WriteHeader(http.StatusTemporaryRedirect)
	case !known:
		http.Error(w, "There is no such reference here.", http.StatusNotFound)
	case !inside:
		mount.AddSlash(w, r)
	default:
		now.members[i].Viewer.serve(w, r, rest)
	}
}

// beside is what a reference shares with others of its collection.
type beside struct {
	*Collection
	own *Viewer
}

// links are those to a page of all references, and a text that changes when one of them
// may.
func (b *beside) links(t pages.Target, own *loader.Snapshot) (links []core.DocumentLink, version string) {
	for _, m := range b.now.Load().members {
		s := m.Viewer.loader.Current()
		link := core.DocumentLink{Title: m.Title, Current: m.Viewer == b.own}
		link.URL = t.Root + "../" + url.PathEscape(m.Name) + "/" + counterpart(s, own, t, m.Viewer.settings.HideModels)
		links = append(links, link)
		version += m.Name + " " + m.Title + " " + s.Tag() + "\n"
	}
	return links, version
}

// counterpart is the address of the page in s that is about the same as a page of
// another description; "" is the overview.
func counterpart(s, other *loader.Snapshot, t pages.Target, hideModels bool) string {
	if s.Doc == nil {
		return ""
	}
	slug := t.Slug
	switch t.Kind {
	case core.PageOperation:
		if slug = sameOperation(s.Doc, other.Doc, t.Slug); slug == "" {
			return ""
		}
	case core.PageModel, core.PageModels, core.PageComponent, core.PageComponents:
		if hideModels {
			return ""
		}
	case core.PageSearch:
		return address.Of(core.PageSearch, "") + "?q=" + url.QueryEscape(t.Query)
	case core.PageWebhook, core.PageTag:
	default:
		return ""
	}
	to := address.Of(t.Kind, slug)
	if plain, err := url.PathUnescape(to); err != nil || !pages.Exists(s, plain) {
		return ""
	}
	return to
}

// sameOperation returns the slug in doc of an operation of another description.
func sameOperation(doc, other *apidoc.Document, slug string) string {
	if doc.OperationSummary(slug) != nil || other == nil {
		return slug
	}
	o := other.OperationSummary(slug)
	if o == nil {
		return ""
	}
	for i := range doc.Operations {
		if same := &doc.Operations[i]; same.Method == o.Method && same.Path == o.Path {
			return same.Slug
		}
	}
	return ""
}
