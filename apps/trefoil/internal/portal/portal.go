// Package portal serves several references below one address, behind a page that leads
// to them and finds things in all of them.
package portal

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/viewer"
)

// Portal is the page and the references. It is safe for concurrent use.
type Portal struct {
	title      string
	hosts      []string // in lower case; none for those of this machine
	members    atomic.Pointer[[]viewer.Member]
	collection *viewer.Collection
	mux        *http.ServeMux
}

var _ http.Handler = (*Portal)(nil)

// New makes a portal at the root of a server, which answers for the hosts that its members
// answer for: those of viewer.WithHosts, or none for the default. The error says which
// member cannot be used.
func New(title string, members []viewer.Member, hosts ...string) (*Portal, error) {
	collection, err := viewer.NewCollection(members...)
	if err != nil {
		return nil, err
	}
	p := &Portal{title: title, hosts: lower(hosts), collection: collection, mux: http.NewServeMux()}
	p.show(members)
	p.mux.HandleFunc("GET /{$}", p.overview)
	p.mux.HandleFunc("GET /"+searchAddress, p.search)
	p.mux.HandleFunc("GET /"+sheetAddress, sheet)
	return p, nil
}

// Set replaces the members, as viewer.Collection does.
func (p *Portal) Set(members []viewer.Member) error {
	if err := p.collection.Set(members...); err != nil {
		return err
	}
	p.show(members)
	return nil
}

func (p *Portal) show(members []viewer.Member) {
	members = slices.Clone(members)
	for i := range members {
		members[i].Title = cmp.Or(members[i].Title, members[i].Name)
	}
	p.members.Store(&members)
}

// The addresses of the portal. The names of members begin with a letter or a digit.
const (
	searchAddress = "_/search"
	sheetAddress  = "_/portal.css"
)

// ServeHTTP answers for the portal, or for the reference that the address names.
func (p *Portal) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/" && !strings.HasPrefix(r.URL.Path, "/_/") {
		p.collection.ServeHTTP(w, r)
		return
	}
	if !p.knows(r) {
		http.Error(w, "This server does not answer for "+r.Host+".", http.StatusMisdirectedRequest)
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-cache")
	p.mux.ServeHTTP(w, r)
}

func lower(hosts []string) (list []string) {
	for _, host := range hosts {
		list = append(list, strings.ToLower(host))
	}
	return list
}

// knows reports whether a request is for a host that is named, or, where none is and it
// came over loopback, for this machine, and not for a name that somebody else lets lead
// here (DNS rebinding).
func (p *Portal) knows(r *http.Request) bool {
	host := strings.ToLower(r.Host)
	if len(p.hosts) > 0 {
		return slices.Contains(p.hosts, host)
	}
	address, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return true
	}
	if at, err := netip.ParseAddrPort(address.String()); err != nil || !at.Addr().Unmap().IsLoopback() {
		return true
	}
	name := (&url.URL{Host: host}).Hostname()
	_, err := netip.ParseAddr(name)
	return err == nil || name == "localhost" || strings.HasSuffix(name, ".localhost")
}

// card is what the page says of one reference.
type card struct {
	Name, Title, Version string
	Href                 string
	Operations           int
	Fault                string // why the description cannot be shown, or not as it is now
	Loading              bool
}

func (p *Portal) cards(file string) (list []card) {
	for _, m := range *p.members.Load() {
		c := card{Name: m.Title, Title: m.Title, Href: "./" + m.Name + "/" + file}
		if doc := m.Viewer.Document(); doc != nil {
			c.Version, c.Operations = doc.Info.Version, len(doc.Operations)
			if doc.Info.Title != "" {
				c.Title = doc.Info.Title
			}
		}
		select {
		case <-m.Viewer.Ready():
			if err := m.Viewer.Err(); err != nil {
				c.Fault = err.Error()
			}
		default:
			c.Loading = true
		}
		list = append(list, c)
	}
	return list
}

// view is what the template shows.
type view struct {
	Title   string
	Style   template.CSS // of a file, "" for a page that has a sheet
	Root    string       // relative address of the portal
	Cards   []card
	Loading bool
	Search  bool
	Query   string
	Groups  []group
	Missing []string // sentences on references in which nothing could be searched
}

//go:embed portal.html
var pageText string

//go:embed portal.css
var sheetText string

var page = template.Must(template.New("portal").Parse(pageText))

func (p *Portal) overview(w http.ResponseWriter, r *http.Request) {
	v := view{Title: p.title, Root: "./", Cards: p.cards(""), Search: true}
	for _, c := range v.Cards {
		v.Loading = v.Loading || c.Loading
	}
	send(w, r, v)
}

func send(w http.ResponseWriter, _ *http.Request, v view) {
	var out bytes.Buffer
	if err := page.Execute(&out, v); err != nil {
		http.Error(w, "The page could not be written.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(out.Bytes()) // the client that does not take it is gone
}

func sheet(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	_, _ = io.WriteString(w, sheetText)
}

// Static writes the page for exported references, each in a folder of its name.
func (p *Portal) Static(w io.Writer) error {
	v := view{Title: p.title, Style: template.CSS(sheetText), Root: "./", Cards: p.cards("index.html")}
	if err := page.Execute(w, v); err != nil {
		return fmt.Errorf("write the page of all references: %w", err)
	}
	return nil
}
