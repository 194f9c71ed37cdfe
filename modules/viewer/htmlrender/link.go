package htmlrender

import (
	"net/url"
	"strings"

	"github.com/a-h/templ"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/doclink"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/markdown"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/oldlink"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/weblink"
)

// maxLinked bounds the addresses of a page that were relative, in bytes. What
// comes after is text.
const maxLinked = 128 << 10

// destinations is what the relative addresses of a document lead to. It is read-only.
type destinations struct {
	base *url.URL       // nil when the description has no address
	old  *oldlink.Index // pages by the fragments of other viewers
}

// addresses resolves the addresses that a description names.
type addresses struct {
	*subject
	linked int // bytes of addresses that were relative
}

// destinations are those of a document, read once.
func (l *addresses) destinations() destinations {
	if l.shared == nil {
		return destinations{}
	}
	hidden := l.page.Settings.HideModels
	known, ok := l.shared.destinations.Load(hidden)
	if !ok {
		known, _ = l.shared.destinations.LoadOrStore(hidden, destinations{doclink.Base(l.doc), oldlink.New(l.doc, oldlink.Options{HideModels: hidden})})
	}
	return known.(destinations)
}

// resolved is what a relative address in a description leads to: the page that a
// fragment names in the way of this or another viewer, or an address of the web. It
// is "" for nothing. A description without an address is where the reference serves
// it: its relative addresses are those of what stands beside the overview.
func (l *addresses) resolved(address string) string {
	if l.linked > maxLinked {
		return ""
	}
	target := ""
	all := l.destinations()
	switch fragment, own := strings.CutPrefix(address, "#"); {
	case own:
		target = l.ownPlace(all, fragment)
	case all.base != nil:
		target = doclink.Resolve(all.base, address)
	case !doclink.Relative(address), strings.HasPrefix(address, "//"):
	case address[0] == '/':
		target = address
	default:
		target = l.root + address
	}
	l.linked += len(target)
	return target
}

// ownPlace is the page that a fragment leads to: one of an operation, a tag or a
// model, or the overview with a heading of its description.
func (l *addresses) ownPlace(all destinations, fragment string) string {
	if all.old != nil {
		if page, ok := all.old.Resolve(fragment); ok {
			return l.root + page
		}
	}
	id := markdown.Slug(fragment)
	headings, _ := l.markdown.Headings(l.doc.Info.Description)
	for _, h := range headings {
		if h.ID == id {
			return string(l.to(core.PageOverview, "")) + "#description-" + id
		}
	}
	return ""
}

// address is an address that the description gives beside its texts: absolute
// where it can be, and otherwise as it is written.
func (l *addresses) address(written string) string {
	if target := doclink.Resolve(l.destinations().base, written); target != "" {
		return target
	}
	return written
}

// web returns the link to an address that a description gives, "" when it must
// not be one.
func web(address string) templ.SafeURL { return templ.SafeURL(weblink.Safe(address)) }

// mail returns the link of an e-mail address, "" when it must not be one.
func mail(address string) templ.SafeURL { return templ.SafeURL(weblink.Mail(address)) }
