package export

import (
	"bytes"
	"crypto/sha256"
	"strings"
	"sync"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
)

// place is where links stand.
type place struct {
	*folder
	addr, file string // of the page; a part of one has no file
}

// lead is what becomes of a link.
type lead struct {
	text  string // the link to a file
	found        // aStranger for what is no part of the reference
}

// leads are those of a folder of files. Pages of one kind have most of their links in
// common: the list of the sidebar, scripts and models. It is safe for concurrent use.
type leads struct{ links, items sync.Map } // from placed to lead and item

// placed is a link, or an element with links, which is the same on all pages beside each
// other.
type placed struct {
	dir   string // of the page
	depth int    // how deep the file of the page is
	text  string // of a link, or the hash of an element
}

func (p place) shared(text string) placed {
	name, _, _ := strings.Cut(p.addr, "?")
	return placed{name[:strings.LastIndexByte(name, '/')+1], strings.Count(p.file, "/"), text}
}

// of is what becomes of a link on a page.
func (all *leads) of(p place, target string) lead {
	if !strings.HasPrefix(target, ".") {
		return p.lead(target) // it may depend on the query of the page
	}
	at := p.shared(target)
	known, ok := all.links.Load(at)
	if !ok {
		known, _ = all.links.LoadOrStore(at, p.lead(target))
	}
	return known.(lead)
}

// item is an element of the list of the sidebar, as a page in files has it.
type item struct {
	text  []byte
	found []found
}

// listed is an item of the list of a page.
func (all *leads) listed(p place, text []byte) (item, error) {
	sum := sha256.Sum256(text)
	at := p.shared(string(sum[:]))
	if known, ok := all.items.Load(at); ok {
		return known.(item), nil
	}
	out := bytes.NewBuffer(make([]byte, 0, len(text)+64))
	own := page{place: p}
	err := rewrite(out, text, rewriter{element: own.element})
	one := item{out.Bytes(), own.found}
	if !bytes.Contains(text, []byte(" aria-current=")) { // which is on no other page
		all.items.Store(at, one)
	}
	return one, err
}

// lead makes a link of a page lead to a file. Addresses below the public one stay
// absolute.
func (p place) lead(target string) lead {
	before := ""
	l, ok := resolve(p.addr, target)
	if rest, found := strings.CutPrefix(target, p.public); found && p.public != "" {
		before = p.public
		l, ok = resolve("", rest)
	}
	if !ok {
		return lead{p.beside(target), found{kind: aStranger}}
	}
	name, to := "", found{p.kindOf(l.address), l.address}
	switch to.kind {
	case aService:
		if name = searchFile; !strings.HasPrefix(l.address, "search") {
			return lead{target, to}
		}
	case aStranger:
		return lead{l.besidePages(p.file), to}
	case aFile:
		plain, query, found := strings.Cut(l.address, "?")
		if found {
			query = "?" + query
		}
		name, l.fragment = copyOf(plain), query+l.fragment
	case aPart:
		name = partFile(l.address)
	default:
		name = fileOf(l.address)
	}
	if before != "" {
		return lead{before + strings.TrimPrefix(strings.TrimPrefix(relative("", name), "./"), "index.html") + l.fragment, to}
	}
	return lead{relative(p.file, name) + l.fragment, to}
}

// beside is the link to a file of another reference, which is exported into the
// directory of its name beside this one.
func (p place) beside(target string) string {
	name, l, ok := resolveBeside(p.addr, target)
	if !ok {
		return target
	}
	if p.kindOf(l.address) == aStranger {
		l.address = "../" + name + "/" + l.address
		return l.besidePages(p.file)
	}
	file := fileOf(l.address)
	if strings.HasPrefix(l.address, address.Search) {
		file = searchFile
	}
	return relative(p.file, "../"+unescaped(name)+"/"+file) + l.fragment
}
