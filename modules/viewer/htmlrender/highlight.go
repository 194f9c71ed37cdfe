package htmlrender

import (
	"context"
	"io"
	"strings"

	"github.com/a-h/templ"

	"github.com/trefoil-go/trefoil/modules/core/braces"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/highlight"
)

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
		left := 0
		for _, s := range spans {
			left += strings.Count(s.Text, "\n")
		}
		if left < 2*pieceLines {
			for _, s := range spans {
				writeSpan(write, s.Class, s.Text)
			}
		} else {
			writePieces(write, spans, left)
		}
		return err
	})
}

// writePieces writes spans with a number of lines in pieces. The last has the rest, which
// is no less than a piece.
func writePieces(write func(string), spans []highlight.Span, left int) {
	lines := 0
	write(`<span class="code-piece">`)
	for _, s := range spans {
		begin := 0
		for i := range len(s.Text) {
			if s.Text[i] != '\n' {
				continue
			}
			lines, left = lines+1, left-1
			if lines == pieceLines && left >= pieceLines {
				writeSpan(write, s.Class, s.Text[begin:i+1])
				write(`</span><span class="code-piece">`)
				lines, begin = 0, i+1
			}
		}
		writeSpan(write, s.Class, s.Text[begin:])
	}
	write(`</span>`)
}

func writeSpan(write func(string), class, text string) {
	switch {
	case text == "":
	case class == highlight.Plain:
		write(codeText.Replace(text))
	default:
		write(`<span class="`)
		write(class)
		write(`">`)
		write(codeText.Replace(text))
		write(`</span>`)
	}
}

// codeText escapes what may not stand in the text of an element. JSON is full of quotes,
// which may (HTML, section 13.1.3).
var codeText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

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
