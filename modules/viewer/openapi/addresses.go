package openapi

import (
	"strconv"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/weblink"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// addressCheck notes addresses that a page must not link or use, such as those that run
// a script: they are shown as text.
type addressCheck struct {
	*references
	*findings
}

// outside notes those that stand outside operations.
func (a addressCheck) outside() {
	info := tree.Get(a.root, "info")
	a.links(info, "/info", "termsOfService")
	a.links(tree.Get(info, "contact"), "/info/contact", "url")
	a.links(tree.Get(info, "license"), "/info/license", "url")
	a.links(tree.Get(info, "x-logo"), "/info/x-logo", "url", "href")
	a.own(a.root, "")
	for i, tag := range tree.Items(tree.Get(a.root, "tags")) {
		a.links(tree.Get(tag, "externalDocs"), "/tags/"+strconv.Itoa(i)+"/externalDocs", "url")
	}
	pointer, schemes := "/securityDefinitions", tree.Get(a.root, "securityDefinitions")
	if !a.swagger() {
		pointer, schemes = "/components/securitySchemes", tree.Get(tree.Get(a.root, "components"), "securitySchemes")
	}
	for name, own := range tree.Members(schemes) {
		n, _ := a.follow(own)
		a.scheme(n, pointer+"/"+tree.Escape(name))
	}
}

// own notes those of the servers and the documentation that a
// description or an operation has itself.
func (a addressCheck) own(n *tree.Node, pointer string) {
	a.links(tree.Get(n, "externalDocs"), pointer+"/externalDocs", "url")
	for i, server := range tree.Items(tree.Get(n, "servers")) {
		address := tree.Get(server, "url")
		switch weblink.Scheme(tree.Text(address)) {
		case "", "http", "https", "ws", "wss":
			continue
		}
		a.problem(address, pointer+"/servers/"+strconv.Itoa(i)+"/url",
			"the server %q cannot be used: its address is neither http nor https", phrase.Clip(tree.Text(address), maxShown))
	}
}

// scheme notes the addresses of a security scheme to which nobody can be
// sent to sign in.
func (a addressCheck) scheme(n *tree.Node, pointer string) {
	a.signIn(n, pointer, "openIdConnectUrl", "oauth2MetadataUrl", "authorizationUrl", "tokenUrl")
	for kind, flow := range tree.Members(tree.Get(n, "flows")) {
		a.signIn(flow, pointer+"/flows/"+tree.Escape(kind), "authorizationUrl", "tokenUrl", "refreshUrl", "deviceAuthorizationUrl")
	}
}

func (a addressCheck) signIn(n *tree.Node, pointer string, names ...string) {
	for _, name := range names {
		if address := tree.Get(n, name); weblink.Foreign(tree.Text(address)) {
			a.problem(address, pointer+"/"+name, "nobody can sign in at %q: the address is neither http nor https", phrase.Clip(tree.Text(address), maxShown))
		}
	}
}

func (a addressCheck) links(n *tree.Node, pointer string, names ...string) {
	for _, name := range names {
		if address := tree.Get(n, name); weblink.Foreign(tree.Text(address)) {
			a.remark(address, pointer+"/"+name, "the address %q is neither http nor https and is shown as text", phrase.Clip(tree.Text(address), maxShown))
		}
	}
}

// maxShown bounds an address in a message, in bytes.
const maxShown = 80
