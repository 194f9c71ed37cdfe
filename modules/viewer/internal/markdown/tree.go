package markdown

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/weblink"
)

// tame changes a syntax tree into one that can stand in a page: links that lead
// nowhere allowed become text.
type tame struct{}

// What the addresses and titles of a description may have together, in bytes for
// each byte of it and besides. A definition is written once and stands in each
// link that refers to it; what is left over becomes text.
const (
	addressesPerByte = 2
	addressesFree    = 16 << 10
)

// Transform is called by goldmark after parsing.
func (tame) Transform(document *ast.Document, reader text.Reader, _ parser.Context) {
	left := addressesPerByte*len(reader.Source()) + addressesFree
	relative := 0
	for _, n := range nodes(document) {
		switch n := n.(type) {
		case *ast.Image:
			if left -= len(n.Destination) + len(n.Title); left < 0 {
				unwrap(n)
			}
		case *ast.Link:
			if left -= len(n.Destination) + len(n.Title); left < 0 {
				unwrap(n)
				continue
			}
			address := held(string(n.Destination))
			if address != string(n.Destination) {
				left -= len(address)
				relative++
			}
			if left < 0 || address == "" || relative > maxRelative {
				unwrap(n)
				continue
			}
			n.Destination = []byte(address)
		case *ast.AutoLink:
			if n.AutoLinkType == ast.AutoLinkURL && weblink.Safe(string(n.URL(reader.Source()))) == "" {
				n.Parent().ReplaceChild(n.Parent(), n, ast.NewString(n.Label(reader.Source())))
			}
		}
	}
}

// replaceImage puts a link with the alternative text in the place of an image:
// a page loads nothing from elsewhere.
func replaceImage(image *ast.Image) {
	if image.FirstChild() == nil {
		image.AppendChild(image, ast.NewString([]byte("image")))
	}
	if weblink.Safe(string(image.Destination)) == "" || insideLink(image) {
		unwrap(image)
		return
	}
	link := ast.NewLink()
	link.Destination = image.Destination
	for child := image.FirstChild(); child != nil; child = image.FirstChild() {
		link.AppendChild(link, child)
	}
	image.Parent().ReplaceChild(image.Parent(), image, link)
}

func insideLink(n ast.Node) bool {
	for p := n.Parent(); p != nil; p = p.Parent() {
		if p.Kind() == ast.KindLink {
			return true
		}
	}
	return false
}

// unwrap puts the children of n in its place.
func unwrap(n ast.Node) {
	parent := n.Parent()
	for child := n.FirstChild(); child != nil; child = n.FirstChild() {
		parent.InsertBefore(parent, n, child)
	}
	parent.RemoveChild(parent, n)
}

// nodes are all nodes of a tree, in its order.
func nodes(document *ast.Document) []ast.Node {
	var found []ast.Node
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			found = append(found, n)
		}
		return ast.WalkContinue, nil
	})
	return found
}
