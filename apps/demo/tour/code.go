package tour

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strconv"
	"strings"
)

// Token is a piece of code of one colour.
type Token struct {
	Class string // keyword, string, comment or name; empty for what has no colour
	Text  string
}

// Code is a part of a Go file.
type Code struct {
	File   string // from the root of the repository
	Line   int    // of its first line, 1-based
	Tokens []Token
}

// excerpt finds parts of a Go file by their names, in the order of the names: a
// declaration by what it declares, an element of a map by what its key begins with. It
// returns an error for a part that is not there.
func excerpt(file, source string, names ...string) (Code, error) {
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return Code{}, err
	}
	code := Code{File: file}
	var texts []string
	for _, name := range names {
		from, to := find(parsed, name)
		if !from.IsValid() {
			return Code{}, fmt.Errorf("%s has no %q", file, name)
		}
		first := files.Position(from)
		if code.Line == 0 {
			code.Line = first.Line
		}
		texts = append(texts, dedented(source[first.Offset:files.Position(to).Offset], first.Column-1))
	}
	code.Tokens = tokens(strings.Join(texts, "\n\n"))
	return code, nil
}

// find returns where a part of a file begins and ends, two times zero when it is not there.
func find(file *ast.File, name string) (from, to token.Pos) {
	ast.Inspect(file, func(n ast.Node) bool {
		if from.IsValid() {
			return false
		}
		var doc *ast.CommentGroup
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Name.Name != name {
				return true
			}
			doc = n.Doc
		case *ast.GenDecl:
			if !declares(n, name) {
				return true
			}
			doc = n.Doc
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.BasicLit); !ok || !strings.HasPrefix(key.Value, strconv.Quote(name)[:len(name)+1]) {
				return true
			}
		default:
			return true
		}
		if from, to = n.Pos(), n.End(); doc != nil {
			from = doc.Pos()
		}
		return false
	})
	return from, to
}

// declares reports whether a declaration is that of one type or variable.
func declares(d *ast.GenDecl, name string) bool {
	if len(d.Specs) != 1 {
		return false
	}
	switch s := d.Specs[0].(type) {
	case *ast.TypeSpec:
		return s.Name.Name == name
	case *ast.ValueSpec:
		return s.Names[0].Name == name
	}
	return false
}

// dedented takes tabs from the beginning of all lines but the first, whose are not in text.
func dedented(text string, tabs int) string {
	return strings.ReplaceAll(text, "\n"+strings.Repeat("\t", tabs), "\n")
}

// tokens gives code its colours.
func tokens(code string) []Token {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(code))
	s.Init(file, []byte(code), nil, scanner.ScanComments)
	var all []Token
	end := 0
	for {
		pos, tok, literal := s.Scan()
		at := min(file.Offset(pos), len(code))
		if at > end {
			all = append(all, Token{Text: code[end:at]})
		}
		if tok == token.EOF {
			return all
		}
		if tok == token.SEMICOLON && literal == "\n" {
			continue // what the scanner adds at the end of a line
		}
		if literal == "" {
			literal = tok.String()
		}
		all = append(all, Token{classOf(tok), literal})
		end = at + len(literal)
	}
}

func classOf(tok token.Token) string {
	switch {
	case tok.IsKeyword():
		return "keyword"
	case tok == token.STRING || tok == token.INT:
		return "string"
	case tok == token.COMMENT:
		return "comment"
	}
	return ""
}
