package wording_test

import (
	"encoding/json"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

const (
	modules = "github.com/trefoil-go/trefoil/modules/"
	home    = modules + "viewer/internal/wording"
)

// reader finds the keys in the code of the module. Packages of others are empty to it, so
// it knows no more of types than the keys need.
type reader struct {
	files    *token.FileSet
	packages map[string]*types.Package
	keys     map[string]bool
}

// Import implements types.Importer.
func (r *reader) Import(path string) (*types.Package, error) {
	if known := r.packages[path]; known != nil {
		return known, nil
	}
	if folder, ours := strings.CutPrefix(path, modules); ours {
		r.packages[path] = r.read("../../../"+folder, path)
		return r.packages[path], nil
	}
	empty := types.NewPackage(path, filepath.Base(path))
	empty.MarkComplete()
	return empty, nil
}

// read finds the keys in a folder.
func (r *reader) read(folder, path string) *types.Package {
	GinkgoHelper()
	names, err := filepath.Glob(folder + "/*.go")
	Expect(err).NotTo(HaveOccurred())
	var parsed []*ast.File
	for _, name := range names {
		if !strings.HasSuffix(name, "_test.go") {
			file, err := parser.ParseFile(r.files, name, nil, 0)
			Expect(err).NotTo(HaveOccurred())
			parsed = append(parsed, file)
		}
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	check := types.Config{Importer: r, Error: func(error) {}} // of what it does not know
	pkg, _ := check.Check(path, r.files, parsed, info)
	for _, file := range parsed {
		ast.Inspect(file, func(n ast.Node) bool { return r.visit(info, n) })
	}
	return pkg
}

// visit takes the constants that are keys. Those that Count has are one key.
func (r *reader) visit(info *types.Info, n ast.Node) bool {
	if call, ok := n.(*ast.CallExpr); ok && len(call.Args) == 3 {
		if s, ok := call.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "Count" && isKey(info.Types[call.Args[2]].Type) {
			if many := info.Types[call.Args[2]].Value; many != nil {
				r.keys["{n} "+constant.StringVal(many)] = true
			}
			return false
		}
	}
	if e, ok := n.(ast.Expr); ok {
		if known := info.Types[e]; known.Value != nil && isKey(known.Type) && constant.StringVal(known.Value) != "" {
			r.keys[constant.StringVal(known.Value)] = true
			return false
		}
	}
	return true
}

func isKey(t types.Type) bool {
	named, ok := t.(*types.Named)
	return ok && named.Obj().Name() == "Key" && named.Obj().Pkg().Path() == home
}

// keysOfCode are the keys in all packages of the module.
func keysOfCode() []string {
	GinkgoHelper()
	r := &reader{files: token.NewFileSet(), packages: map[string]*types.Package{}, keys: map[string]bool{}}
	Expect(filepath.WalkDir("../..", func(folder string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && entry.Name() != "testdata" {
			_, err = r.Import(modules + "viewer" + filepath.ToSlash(strings.TrimPrefix(folder, "../..")))
		}
		return err
	})).To(Succeed())
	delete(r.keys, "{n} ") // which Count makes
	return slices.Sorted(maps.Keys(r.keys))
}

// catalogue is the texts of a language: several of what is counted.
func catalogue(tag string) map[string]map[string]string {
	GinkgoHelper()
	text, err := os.ReadFile("texts/" + tag + ".json")
	Expect(err).NotTo(HaveOccurred())
	var all map[string]json.RawMessage
	Expect(json.Unmarshal(text, &all)).To(Succeed())
	texts := map[string]map[string]string{}
	for key, value := range all {
		forms := map[string]string{"": ""}
		if value[0] == '{' {
			clear(forms)
			Expect(json.Unmarshal(value, &forms)).To(Succeed(), key)
		} else {
			text := ""
			Expect(json.Unmarshal(value, &text)).To(Succeed(), key)
			forms[""] = text
		}
		texts[key] = forms
	}
	return texts
}

// without are the keys of a list that another one has not.
func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(key string) bool { return slices.Contains(other, key) })
}

var place = regexp.MustCompile(`\{[1-9n]\}`)

var _ = Describe("The catalogues", func() {
	languages := wording.Tags()[1:]

	It("have the keys of the code and no others", func() {
		want := keysOfCode()
		Expect(len(want)).To(BeNumerically(">", 300))

		for _, tag := range languages {
			has := slices.Collect(maps.Keys(catalogue(tag)))
			Expect(without(want, has)).To(BeEmpty(), "what "+tag+" lacks")
			Expect(without(has, want)).To(BeEmpty(), "what "+tag+" has in vain")
		}
	})

	It("have the places of the keys", func() {
		sorted := func(text string) []string { return slices.Sorted(slices.Values(place.FindAllString(text, -1))) }
		for _, tag := range languages {
			for key, forms := range catalogue(tag) {
				if text, plain := forms[""]; plain {
					Expect(sorted(text)).To(Equal(sorted(key)), tag+": "+key)
				}
			}
		}
	})

	It("have all forms of what is counted, with the number where it says something", func() {
		wanted := map[string][]string{
			"de": {"one", "other"}, "fr": {"one", "other"}, "es": {"one", "other"}, "pt-BR": {"one", "other"},
			"zh-Hans": {"other"}, "ja": {"other"}, "ar": {"few", "many", "one", "other", "two", "zero"},
		}
		for _, tag := range languages {
			for key, forms := range catalogue(tag) {
				if !strings.HasPrefix(key, "{n} ") {
					continue
				}
				Expect(slices.Sorted(maps.Keys(forms))).To(Equal(wanted[tag]), tag+": "+key)
				for name, text := range forms {
					if name != "zero" && name != "one" && name != "two" || tag != "ar" {
						Expect(text).To(ContainSubstring("{n}"), tag+": "+key)
					}
				}
			}
		}
	})

	It("have labels of buttons that hold what the buttons say", func() { // WCAG 2.5.3
		for _, tag := range languages {
			words := catalogue(tag)
			for text, labels := range map[string][]string{
				"Copy": {"Copy {1}", "Copy path"}, "Schema": {"Schema of {1}"}, "Send": {"Send: {1}"}, "Try it": {"Try it: {1}"},
			} {
				for _, label := range labels {
					Expect(strings.ToLower(words[label][""])).To(ContainSubstring(strings.ToLower(words[text][""])), tag+": "+label)
				}
			}
		}
	})

	It("have a text for each key", func() {
		for _, tag := range languages {
			for key, forms := range catalogue(tag) {
				for _, text := range forms {
					Expect(strings.TrimSpace(text)).NotTo(BeEmpty(), tag+": "+key)
				}
			}
		}
	})
})
