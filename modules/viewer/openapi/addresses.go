package openapi

import (
	"strconv"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/weblink"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// checkAddresses notes addresses that a page must not link or use, such as those
// that run a script: they are shown as text.
func (o *outliner) checkAddresses(c *converter) {
	info := tree.Get(o.root, "info")
	o.checkLinks(info, "/info", "termsOfService")
	o.checkLinks(tree.Get(info, "contact"), "/info/contact", "url")
	o.checkLinks(tree.Get(info, "license"), "/info/license", "url")
	o.checkLinks(tree.Get(info, "x-logo"), "/info/x-logo", "url", "href")
	o.checkOwnAddresses(o.root, "")
	for i, tag := range tree.Items(tree.Get(o.root, "tags")) {
		o.checkLinks(tree.Get(tag, "externalDocs"), "/tags/"+strconv.Itoa(i)+"/externalDocs", "url")
	}
	pointer, schemes := "/securityDefinitions", tree.Get(o.root, "securityDefinitions")
	if !o.swagger() {
		pointer, schemes = "/components/securitySchemes", tree.Get(tree.Get(o.root, "components"), "securitySchemes")
	}
	for name, own := range tree.Members(schemes) {
		n, _ := c.follow(own)
		o.checkScheme(n, pointer+"/"+tree.Escape(name))
	}
}

// checkOwnAddresses notes those of the servers and the documentation that a
// description or an operation has itself.
func (o *outliner) checkOwnAddresses(n *tree.Node, pointer string) {
	o.checkLinks(tree.Get(n, "externalDocs"), pointer+"/externalDocs", "url")
	for i, server := range tree.Items(tree.Get(n, "servers")) {
		address := tree.Get(server, "url")
		switch weblink.Scheme(tree.Text(address)) {
		case "", "http", "https", "ws", "wss":
			continue
		}
		o.problem(address, pointer+"/servers/"+strconv.Itoa(i)+"/url",
			"the server %q cannot be used: its address is neither http nor https", clip(tree.Text(address), maxShown))
	}
}

// checkScheme notes the addresses of a security scheme to which nobody can be
// sent to sign in.
func (o *outliner) checkScheme(n *tree.Node, pointer string) {
	o.checkSignIn(n, pointer, "openIdConnectUrl", "oauth2MetadataUrl", "authorizationUrl", "tokenUrl")
	for kind, flow := range tree.Members(tree.Get(n, "flows")) {
		o.checkSignIn(flow, pointer+"/flows/"+tree.Escape(kind), "authorizationUrl", "tokenUrl", "refreshUrl", "deviceAuthorizationUrl")
	}
}

func (o *outliner) checkSignIn(n *tree.Node, pointer string, names ...string) {
	for _, name := range names {
		if address := tree.Get(n, name); weblink.Foreign(tree.Text(address)) {
			o.problem(address, pointer+"/"+name, "nobody can sign in at %q: the address is neither http nor https", clip(tree.Text(address), maxShown))
		}
	}
}

func (o *outliner) checkLinks(n *tree.Node, pointer string, names ...string) {
	for _, name := range names {
		if address := tree.Get(n, name); weblink.Foreign(tree.Text(address)) {
			o.remark(address, pointer+"/"+name, "the address %q is neither http nor https and is shown as text", clip(tree.Text(address), maxShown))
		}
	}
}

// maxShown bounds an address in a message, in bytes.
const maxShown = 80
