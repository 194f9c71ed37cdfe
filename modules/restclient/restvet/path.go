package restvet

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// paths checks the paths of declarations.
type paths struct{ *pass }

// parsePath parses the path of a declaration. It reports false when there is
// nothing more to check.
func (c paths) parsePath(d declaration) (*pathtemplate.Template, bool) {
	path, known := c.variables.text(d.path())
	if !known {
		if c.notes {
			c.reportf(d.path(), categoryNote, "the path is not a constant, so that this declaration cannot be checked: write it out, or check its Err in a test")
		}
		return nil, false
	}
	template, err := pathtemplate.Parse(path)
	if err != nil {
		c.reportSyntax(d.path(), err)
		return nil, false
	}
	c.join(d, path)
	return template, true
}

func (c paths) reportSyntax(path ast.Expr, err error) {
	var syntax *pathtemplate.SyntaxError
	if !errors.As(err, &syntax) {
		c.reportf(path, categoryPath, "%v", err)
		return
	}
	d := analysis.Diagnostic{
		Pos: offsetIn(path, syntax.Offset), Category: categoryPath,
		Message: fmt.Sprintf("path %q: %s", syntax.Input, syntax.Message),
	}
	if _, err := pathtemplate.Parse(syntax.Rewrite); syntax.Rewrite != "" && err == nil {
		d.Message += fmt.Sprintf(": write %q", syntax.Rewrite)
		d.SuggestedFixes = replaceLiteral(path, syntax.Rewrite)
	}
	c.report(d)
}

func (c paths) reportNoParent(d declaration, err error) {
	path, _ := c.variables.text(d.path())
	if !errors.Is(err, pathtemplate.ErrNoParameter) {
		c.reportf(d.path(), categoryPath, "%v", err)
		return
	}
	c.reportf(d.path(), categoryPath, "path %q has no \":name\" parameter, so that it names no entity: write %q, or use RestEndpoint",
		path, strings.TrimSuffix(path, "/")+"/:id")
}

// join reports a path that runs into the last word of what is put before it,
// verbatim: "https://example.com" and "todos" make "https://example.comtodos".
func (c paths) join(d declaration, path string) {
	prefix, _ := d.settings.text(withURLPrefix)
	if prefix == "" || path == "" || !isWord(prefix[len(prefix)-1]) {
		return
	}
	if first := path[0]; isWord(first) || first == ':' || first == '*' {
		c.reportf(d.path(), categoryPath, "the path runs into the prefix, %q: write %q", prefix+path, "/"+path)
	}
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// offsetIn finds byte offset of the value of a string literal in the source. For
// other expressions it is their beginning.
func offsetIn(e ast.Expr, offset int) token.Pos {
	literal, ok := ast.Unparen(e).(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return e.Pos()
	}
	quote, rest := literal.Value[0], literal.Value[1:]
	if quote == '`' {
		return literal.Pos() + 1 + token.Pos(offset)
	}
	for offset > 0 {
		r, multibyte, tail, err := strconv.UnquoteChar(rest, quote)
		if err != nil {
			break
		}
		offset -= width(r, multibyte)
		rest = tail
	}
	return literal.End() - token.Pos(len(rest))
}

func width(r rune, multibyte bool) int {
	if multibyte {
		return len(string(r))
	}
	return 1
}

// replaceLiteral is the fix that writes another string, in the quotes that are
// there. There is none for what is not a literal.
func replaceLiteral(e ast.Expr, text string) []analysis.SuggestedFix {
	literal, ok := ast.Unparen(e).(*ast.BasicLit)
	if !ok {
		return nil
	}
	quoted := strconv.Quote(text)
	if literal.Value[0] == '`' && strconv.CanBackquote(text) {
		quoted = "`" + text + "`"
	}
	return []analysis.SuggestedFix{{
		Message:   "Write " + quoted,
		TextEdits: []analysis.TextEdit{{Pos: literal.Pos(), End: literal.End(), NewText: []byte(quoted)}},
	}}
}
