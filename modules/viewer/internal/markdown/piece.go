package markdown

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// What we write ourselves, such as the colours of code, does not pass the
// sanitizer, which would have to let it pass for everybody. It stands as a number
// between these two characters until the rest is clean. A description that holds
// them loses them before it is parsed.
const (
	pieceBegin = "\uE000"
	pieceEnd   = "\uE001"
	prefixMark = "\uE002" // stands for what begins the ids of a description
)

var unmark = strings.NewReplacer(pieceBegin, "\uFFFD", pieceEnd, "\uFFFD", prefixMark, "\uFFFD")

// pieces are what stands for the numbers.
type pieces struct{ html []string }

func (p *pieces) add(html string) int {
	p.html = append(p.html, html)
	return len(p.html) - 1
}

// blockPiece is a block of our own around its children.
type blockPiece struct {
	ast.BaseBlock
	open, close int // numbers of pieces
}

// inlinePiece is a part of a line of our own.
type inlinePiece struct {
	ast.BaseInline
	number int
}

var (
	kindBlock  = ast.NewNodeKind("OwnBlock")
	kindInline = ast.NewNodeKind("OwnInline")
)

// Kind and Dump make nodes of the pieces.
func (*blockPiece) Kind() ast.NodeKind { return kindBlock }

// Dump is for debugging.
func (n *blockPiece) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// Kind is the kind of the node.
func (*inlinePiece) Kind() ast.NodeKind { return kindInline }

// Dump is for debugging.
func (n *inlinePiece) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// block puts a block of our own in the place of a node, with its children.
func (p *pieces) block(old ast.Node, open, close string) *blockPiece {
	own := &blockPiece{open: p.add(open), close: p.add(close)}
	for child := old.FirstChild(); child != nil; child = old.FirstChild() {
		own.AppendChild(own, child)
	}
	old.Parent().ReplaceChild(old.Parent(), old, own)
	return own
}

// leaf puts a block of our own in the place of a node and its children.
func (p *pieces) leaf(old ast.Node, html string) {
	own := &blockPiece{open: p.add(html), close: -1}
	old.Parent().ReplaceChild(old.Parent(), old, own)
}

func (p *pieces) inline(old ast.Node, html string) {
	old.Parent().ReplaceChild(old.Parent(), old, &inlinePiece{number: p.add(html)})
}

// pieceRenderer writes the numbers.
type pieceRenderer struct{}

// RegisterFuncs is called by goldmark once.
func (pieceRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindBlock, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		own := n.(*blockPiece)
		if entering {
			writePiece(w, own.open)
		} else if own.close >= 0 {
			writePiece(w, own.close)
		}
		return ast.WalkContinue, nil
	})
	r.Register(kindInline, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			writePiece(w, n.(*inlinePiece).number)
		}
		return ast.WalkContinue, nil
	})
}

func writePiece(w util.BufWriter, number int) {
	_, _ = w.WriteString(pieceBegin + strconv.Itoa(number) + pieceEnd)
}

// insert puts the pieces where their numbers stand. Numbers that came to stand in
// a tag are removed.
func (p *pieces) insert(clean string) string {
	if len(p.html) == 0 {
		return clean
	}
	var b strings.Builder
	inTag := false
	for {
		before, rest, found := strings.Cut(clean, pieceBegin)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		if i := strings.LastIndexAny(before, "<>"); i >= 0 {
			inTag = before[i] == '<'
		}
		digits, after, _ := strings.Cut(rest, pieceEnd)
		if n, err := strconv.Atoi(digits); err == nil && n >= 0 && n < len(p.html) && !inTag {
			b.WriteString(p.html[n])
		}
		clean = after
	}
}

var piecesKey = parser.NewContextKey()
