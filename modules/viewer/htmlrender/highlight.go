package htmlrender

import (
	"context"
	"html"
	"io"
	"math"
	"net/http"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/trefoil-go/trefoil/modules/core/braces"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/highlight"
)

func httpStatus(code int) string { return http.StatusText(code) }

// colours are those of the samples of a page.
type colours struct {
	written int // tokens so far
}

// coloured writes a sample in colours. When the page holds enough of them the rest of
// the sample stays plain.
func (c *colours) coloured(s snippet) templ.Component {
	if s.colours != "" && c.written+s.tokens <= maxTokens {
		c.written += s.tokens
		return templ.Raw(s.colours)
	}
	spans := highlight.Spans(s.language, s.text, max(maxTokens-c.written, 1))
	c.written += len(spans)
	return coloured(spans)
}

// inColours returns the sample with its colours, for more than one page.
func (s snippet) inColours() snippet {
	spans := highlight.Spans(s.language, s.text, maxTokens)
	var b strings.Builder
	_ = coloured(spans).Render(context.Background(), &b) // a builder takes everything
	s.colours, s.tokens = b.String(), len(spans)
	return s
}

// pieceLines are the lines of a piece of a long sample. A browser lays out the pieces that
// a reader comes near; the height of a piece stands in the style sheet.
const pieceLines = 30

// coloured writes spans. Their classes are constants of the package.
func coloured(spans []highlight.Span) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) (err error) {
		write := func(s string) {
			if err == nil {
				_, err = io.WriteString(w, s)
			}
		}
		rest := slices.Clone(spans)
		for _, lines := range pieces(rest) {
			var piece []highlight.Span
			piece, rest = cutAfter(rest, lines)
			write(`<span class="code-piece">`)
			writeSpans(write, piece)
			write(`</span>`)
		}
		writeSpans(write, rest)
		return err
	})
}

// pieces are the lines of each piece of a sample, the last of which has the rest. A sample
// that is not twice as long as a piece has none.
func pieces(spans []highlight.Span) []int {
	lines := 0
	for _, s := range spans {
		lines += strings.Count(s.Text, "\n")
	}
	if lines < 2*pieceLines {
		return nil
	}
	pieces := slices.Repeat([]int{pieceLines}, lines/pieceLines)
	pieces[len(pieces)-1] = math.MaxInt
	return pieces
}

func writeSpans(write func(string), spans []highlight.Span) {
	for _, s := range spans {
		if s.Class != highlight.Plain {
			write(`<span class="`)
			write(s.Class)
			write(`">`)
		}
		write(html.EscapeString(s.Text))
		if s.Class != highlight.Plain {
			write(`</span>`)
		}
	}
}

// cutAfter cuts spans after a number of lines. It writes to them.
func cutAfter(spans []highlight.Span, lines int) (piece, rest []highlight.Span) {
	for i, s := range spans {
		end := 0
		for ; lines > 0; lines-- {
			n := strings.IndexByte(s.Text[end:], '\n')
			if n < 0 {
				break
			}
			end += n + 1
		}
		if lines > 0 {
			continue
		}
		piece = append(spans[:i:i], highlight.Span{Class: s.Class, Text: s.Text[:end]})
		if end == len(s.Text) {
			return piece, spans[i+1:]
		}
		spans[i].Text = s.Text[end:]
		return piece, spans[i:]
	}
	return spans, nil
}

// maxPathPieces bounds the elements that a path becomes.
const maxPathPieces = 40

// pathPieces cuts a path at its variables. What is beyond the bound is one text.
func pathPieces(path string) []braces.Piece {
	pieces := braces.Cut(path)
	if len(pieces) <= maxPathPieces {
		return pieces
	}
	return append(pieces[:maxPathPieces:maxPathPieces], braces.Piece{Text: braces.Join(pieces[maxPathPieces:])})
}

// methodClass is the class of the colour of a method.
func methodClass(name string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(name) {
		if 'a' <= c && c <= 'z' {
			b.WriteRune(c)
		}
	}
	return "method-" + b.String()
}
