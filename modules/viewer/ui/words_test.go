package ui_test

import (
	"encoding/json"
	"go/ast"
	goparser "go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

// spoken finds the texts that scripts have for readers, as their functions phrase, counted
// and several are called.
var (
	spoken = regexp.MustCompile(`\bphrase\(\s*("(?:[^"\\]|\\.)*")`)
	number = regexp.MustCompile(`\b(?:counted|several)\([^"]*?"[^"]*", ("[^"]*")`)
	// message finds the messages of those who have no page, a line each.
	message = regexp.MustCompile(`(?m)^  ("(?:[^"\\]|\\.)*"),$`)
	other   = regexp.MustCompile(`\bphrase\([^")\s]`)
)

// keysOfScripts are the texts of all scripts. Strange are calls whose text is no literal.
func keysOfScripts() (keys, strange []string) {
	GinkgoHelper()
	found := map[string]bool{}
	Expect(filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".ts" || strings.HasSuffix(name, ".test.ts") || name == "base/words.ts" {
			return err
		}
		script, err := os.ReadFile(name)
		Expect(err).NotTo(HaveOccurred())
		for _, m := range spoken.FindAllSubmatch(script, -1) {
			found[unquoted(m[1])] = true
		}
		for _, m := range number.FindAllSubmatch(script, -1) {
			found["{n} "+unquoted(m[1])] = true
		}
		for _, call := range other.FindAll(script, -1) {
			strange = append(strange, name+": "+string(call))
		}
		return nil
	})).To(Succeed())
	for _, m := range message.FindAllSubmatch(read("words/messages.ts"), -1) {
		found[unquoted(m[1])] = true
	}
	return slices.Sorted(maps.Keys(found)), strange
}

func read(name string) []byte {
	GinkgoHelper()
	text, err := os.ReadFile(name)
	Expect(err).NotTo(HaveOccurred())
	return text
}

func unquoted(literal []byte) string {
	GinkgoHelper()
	var text string
	Expect(json.Unmarshal(literal, &text)).To(Succeed(), string(literal))
	return text
}

// visible are the texts of buttons whose labels hold them: whoever speaks to a computer
// says what can be seen (WCAG 2.5.3).
var visible = map[string][]string{
	"Add item":         {"Add item to {1}"},
	"Copy":             {"Copy the sample"},
	"Forget":           {"Forget the credentials of {1}"},
	"Remove":           {"Remove {1}", "Remove the {1}"},
	"Send again":       {"Send again: {1}"},
	"Show":             {"Show {1}"},
	"Stop":             {"Stop setting {1}"},
	"With credentials": {"Copy with credentials"},
	"Wrap":             {"Wrap long lines"},
}

var place = regexp.MustCompile(`\{[1-9]\}`)

var _ = Describe("The words of the scripts", func() {
	for _, language := range []string{"de", "fr", "es", "pt-BR", "zh-Hans", "ja", "ar"} {
		It("are all there, and no others, in "+language, func() {
			text, err := os.ReadFile("words/" + language + ".json")
			Expect(err).NotTo(HaveOccurred())
			var words map[string]any
			Expect(json.Unmarshal(text, &words)).To(Succeed())
			keys, strange := keysOfScripts()
			Expect(len(keys)).To(BeNumerically(">", 400))
			Expect(strange).To(BeEmpty())
			without := func(list, has []string) []string {
				return slices.DeleteFunc(slices.Clone(list), func(key string) bool { return slices.Contains(has, key) })
			}

			known := slices.Sorted(maps.Keys(words))
			Expect(without(keys, known)).To(BeEmpty(), "lacking")
			Expect(without(known, keys)).To(BeEmpty(), "in vain")
			sorted := func(text string) []string { return slices.Sorted(slices.Values(place.FindAllString(text, -1))) }
			for key, said := range words {
				if said, plain := said.(string); plain {
					Expect(sorted(said)).To(Equal(sorted(key)), key)
					continue
				}
				Expect(said).To(HaveKeyWithValue("other", ContainSubstring("{n}")), key)
			}
			for text, labels := range visible {
				for _, label := range labels {
					Expect(strings.ToLower(words[label].(string))).To(ContainSubstring(strings.ToLower(words[text].(string))), label)
				}
			}
			_, served := ui.Assets().File("words-" + language + ".js")
			Expect(served).To(BeTrue())
		})
	}
})

// thrown finds the faults that the worker of bodies tells of, as the expressions that make
// their messages, and expected what stands in some of them.
var (
	thrown   = regexp.MustCompile(`new Fault\([^,]+, (.+)\)[;,]|message: (json\.message \+ .+) \}`)
	expected = regexp.MustCompile(`const wanted = \[(.+)\];`)
	literal  = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
)

// formOf is the form of a message that an expression makes: its texts, with {1}, {2} and so
// on in the places of what stands between them.
func formOf(expression string) string {
	form, values, depth, value := "", 0, 0, false
	for at := 0; at < len(expression); {
		text := literal.FindString(expression[at:])
		switch c := expression[at]; {
		case depth == 0 && text != "" && strings.HasPrefix(expression[at:], text):
			form, value = form+unquoted([]byte(text)), false
			at += len(text)
			continue
		case strings.ContainsRune("([{", rune(c)):
			depth++
		case strings.ContainsRune(")]}", rune(c)):
			depth--
		case c == ' ' || depth > 0:
		case c == '+':
			value = false
		case !value:
			values++
			form, value = form+"{"+strconv.Itoa(values)+"}", true
		}
		at++
	}
	return form
}

var _ = Describe("The messages of the worker of bodies", func() {
	It("are all known, so that pages can say them in their language", func() {
		all := map[string]bool{}
		for _, m := range message.FindAllSubmatch(read("words/messages.ts"), -1) {
			all[unquoted(m[1])] = true
		}
		names, err := filepath.Glob("body/*.ts")
		Expect(err).NotTo(HaveOccurred())

		var found []string
		for _, name := range names {
			if strings.HasSuffix(name, ".test.ts") {
				continue
			}
			for _, m := range thrown.FindAllSubmatch(read(name), -1) {
				if form := formOf(string(m[1]) + string(m[2])); form != "" {
					found = append(found, form)
				}
			}
		}
		for _, text := range literal.FindAll(expected.FindSubmatch(read("body/json.ts"))[1], -1) {
			found = append(found, unquoted(text))
		}

		Expect(len(found)).To(BeNumerically(">", 20))
		for _, form := range found {
			Expect(all).To(HaveKey(form))
		}
	})
})

// findings are the forms of the messages about descriptions that the files of a folder have
// in calls of some functions, in fields and in variables of some names.
func findings(folder, calls, names string) map[string]string {
	GinkgoHelper()
	found := map[string]string{}
	files, err := filepath.Glob(folder + "/*.go")
	Expect(err).NotTo(HaveOccurred())
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := goparser.ParseFile(token.NewFileSet(), name, nil, 0)
		Expect(err).NotTo(HaveOccurred())
		note := func(in string, of ast.Expr, values ...ast.Expr) {
			called := ""
			switch of := of.(type) {
			case *ast.Ident:
				called = of.Name
			case *ast.SelectorExpr:
				called = of.Sel.Name
			}
			for _, value := range values {
				if form := messageOf(value); slices.Contains(strings.Fields(in), called) && strings.Count(form, " ") > 1 {
					found[numbered(form)] = name
				}
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				note(calls, n.Fun, n.Args...)
			case *ast.KeyValueExpr:
				note(names, n.Key, n.Value)
			case *ast.AssignStmt:
				note(names, n.Lhs[0], n.Rhs[0])
			case *ast.FuncDecl:
				if n.Type.Results != nil && len(n.Type.Results.List[0].Names) > 0 && n.Type.Results.List[0].Names[0].Name == "message" {
					ast.Inspect(n.Body, func(inner ast.Node) bool {
						if r, ok := inner.(*ast.ReturnStmt); ok {
							note("message", n.Type.Results.List[0].Names[0], r.Results[0])
						}
						return true
					})
				}
			}
			return true
		})
	}
	return found
}

// hole stands for a value in a message, until it has a number.
const hole = "\x00"

var verb = regexp.MustCompile(`%[dqs]`)

// messageOf is the text that an expression makes, with holes for what is not written in it.
func messageOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return verb.ReplaceAllString(text, hole)
		}
	case *ast.BinaryExpr:
		return messageOf(e.X) + messageOf(e.Y)
	case *ast.CallExpr:
		if of, ok := e.Fun.(*ast.SelectorExpr); ok && of.Sel.Name == "Sprintf" {
			form := messageOf(e.Args[0])
			for _, value := range e.Args[1:] {
				form = strings.Replace(form, hole, strings.ReplaceAll(messageOf(value), hole, "\x01"), 1)
			}
			return strings.ReplaceAll(form, "\x01", hole)
		}
	case *ast.Ident:
		switch e.Name {
		case "expected":
			return "a Swagger 2.0 or OpenAPI 3.0, 3.1 or 3.2 description is expected"
		case "errControl":
			return `a control character in a string; write it as an escape such as \n`
		}
	}
	return hole
}

// numbered gives the holes of a message their numbers. A star belongs to the name of an alias.
func numbered(message string) string {
	form := ""
	for n, piece := range strings.Split(strings.ReplaceAll(message, "*"+hole, hole), hole) {
		if n > 0 {
			form += "{" + strconv.Itoa(n) + "}"
		}
		form += piece
	}
	return form
}

var _ = Describe("The findings of the editor", func() {
	It("are all known, so that pages can say them in their language", func() {
		known := string(read("words/messages.ts"))
		found := findings("../openapi", "problem remark", "")
		maps.Copy(found, findings("../openapi/internal/gate", "problem ErrorAt errorAtOffset", "Message message"))
		maps.Copy(found, findings("../openapi/internal/tree", "fail ErrorAt", "Message message"))
		// A text that comes from a field is UTF-8, and what else a description is comes with its kind.
		for _, form := range []string{
			"the text is UTF-32; save it as UTF-8", "the text is UTF-16 that ends in the middle of a character", "this byte is not UTF-8; save the file as UTF-8",
			"this is compressed with gzip; decompress it",
			"{1}; a Swagger 2.0 or OpenAPI 3.0, 3.1 or 3.2 description is expected",
		} {
			Expect(found).To(HaveKey(form))
			delete(found, form)
		}

		Expect(len(found)).To(BeNumerically(">", 60))
		var missing []string
		for form, name := range found {
			if literal, _ := json.Marshal(form); !strings.Contains(known, "  "+string(literal)+",\n") {
				missing = append(missing, name+": "+form)
			}
		}
		Expect(missing).To(BeEmpty())
	})
})
