package arch

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

// Check returns every place of the tree that breaks a rule, package by package.
func Check(t *Tree) []Violation {
	var found []Violation
	for _, p := range t.Packages {
		found = append(found, t.check(p)...)
	}
	for _, l := range houses {
		found = append(found, checkHouse(t.house(l.Leaf), l)...)
	}
	return found
}

func (t *Tree) check(p *Package) []Violation {
	if p.Err != "" {
		return []Violation{{p.Path, "every package loads", p.Err}}
	}
	rule, ok := ruleOf(p.Path)
	if !ok {
		return []Violation{{p.Path, "every package has a rule", "add it to the table in tools/internal/arch/rules.go"}}
	}
	var found []Violation
	for _, file := range p.Files {
		for _, imported := range file.Imports {
			found = append(found, t.checkImport(p, rule, file, imported)...)
		}
		found = append(found, checkSize(file)...)
	}
	return append(found, t.checkClosure(p, rule)...)
}

// checkImport gives one reason at most, the most telling one.
func (t *Tree) checkImport(p *Package, rule Rule, file File, imported string) []Violation {
	checks := []func(*Package, File, string) (string, string){
		checkDemo, checkFamily, t.checkInternal, checkTestOnly, checkAdapter,
		func(p *Package, f File, imported string) (string, string) { return checkAllowed(p, rule, f, imported) },
	}
	for _, check := range checks {
		if broken, do := check(p, file, imported); broken != "" {
			return []Violation{{file.Name, broken, do}}
		}
	}
	return nil
}

func checkDemo(p *Package, _ File, imported string) (broken, do string) {
	if !match(demo, imported) || match(demo, p.Path) {
		return "", ""
	}
	return "nobody imports apps/demo", "move what you need from " + imported + " into a module"
}

func checkFamily(p *Package, _ File, imported string) (broken, do string) {
	from, to := familyOf(p.Path), familyOf(imported)
	if from == "" || to == "" || from == to {
		return "", ""
	}
	return "no family imports another", fmt.Sprintf("reach %s through a port in modules/core", imported)
}

func (t *Tree) checkInternal(p *Package, _ File, imported string) (broken, do string) {
	if !ours(imported) || !slices.Contains(strings.Split(imported, "/"), "internal") {
		return "", ""
	}
	if t.moduleOf(imported) == p.Module {
		return "", ""
	}
	return "internal stays within its module", "export what you need from the module of " + imported
}

func checkTestOnly(p *Package, file File, imported string) (broken, do string) {
	if file.Test || p.forTests() {
		return "", ""
	}
	if !matchAny(testOnly, imported) && !(ours(imported) && strings.HasSuffix(imported, "test")) {
		return "", ""
	}
	return "test libraries are for tests", fmt.Sprintf("move the use of %s into a _test.go file or a package named …test", imported)
}

func checkAdapter(p *Package, file File, imported string) (broken, do string) {
	for _, adapter := range adapters {
		if file.Test || !match(adapter.Vendor, imported) || matchAny(adapter.Only, p.Path) {
			continue
		}
		return "one adapter per vendor", fmt.Sprintf("only %s may import %s", strings.Join(adapter.Only, ", "), imported)
	}
	return "", ""
}

func checkAllowed(p *Package, rule Rule, file File, imported string) (broken, do string) {
	allowed := rule.Imports
	if file.Test || p.forTests() {
		allowed = slices.Concat(allowed, rule.Tests)
	}
	if isStandard(imported) || matchAny(allowed, imported) {
		return "", ""
	}
	return rule.Packages + " imports only its row of the table",
		fmt.Sprintf("do without %s, or add it in tools/internal/arch/rules.go with a reason", imported)
}

func (t *Tree) checkClosure(p *Package, rule Rule) []Violation {
	var found []Violation
	for _, never := range rule.Never {
		if chain := t.chain(p.Path, never); chain != nil {
			found = append(found, Violation{
				Where: p.Path,
				Rule:  "its closure is free of " + strings.TrimSuffix(never, "/..."),
				Do:    "break the chain " + strings.Join(chain, " → "),
			})
		}
	}
	return found
}

// chain returns the shortest way from a package to one that matches pattern,
// nil when there is none. Breadth first, so the first hit is the shortest.
func (t *Tree) chain(from, pattern string) []string {
	type step struct {
		path string
		back *step
	}
	seen := map[string]bool{from: true}
	for queue := []*step{{path: from}}; len(queue) > 0; queue = queue[1:] {
		for _, next := range t.Graph[queue[0].path] {
			if seen[next] {
				continue
			}
			seen[next] = true
			reached := &step{next, queue[0]}
			if !match(pattern, next) {
				queue = append(queue, reached)
				continue
			}
			var chain []string
			for at := reached; at != nil; at = at.back {
				chain = append(chain, at.path)
			}
			slices.Reverse(chain)
			return chain
		}
	}
	return nil
}

func checkSize(file File) []Violation {
	if file.Generated {
		return nil
	}
	var found []Violation
	if file.Lines > maxFileLines {
		found = append(found, Violation{
			Where: file.Name,
			Rule:  fmt.Sprintf("files have at most %d lines", maxFileLines),
			Do:    fmt.Sprintf("split its %d lines by concept", file.Lines),
		})
	}
	for _, fn := range file.Funcs {
		if fn.Lines > maxFuncLines {
			found = append(found, Violation{
				Where: fmt.Sprintf("%s:%d", file.Name, fn.Line),
				Rule:  fmt.Sprintf("functions have at most %d lines", maxFuncLines),
				Do:    fmt.Sprintf("split the %d lines of %s", fn.Lines, fn.Name),
			})
		}
	}
	return found
}

func ruleOf(path string) (Rule, bool) {
	for _, rule := range rules {
		if match(rule.Packages, path) {
			return rule, true
		}
	}
	return Rule{}, false
}

func familyOf(path string) string {
	for _, family := range families {
		if match(family, path) {
			return family
		}
	}
	return ""
}

func ours(path string) bool { return strings.HasPrefix(path, workspace.Prefix+"/") }

func (t *Tree) moduleOf(path string) string {
	for _, p := range t.Packages {
		if p.Path == path {
			return p.Module
		}
	}
	return ""
}

// isStandard relies on what the go command reserves: a path whose first element
// has no dot.
func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

func matchAny(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool { return match(pattern, path) })
}

func match(pattern, path string) bool {
	if pattern == anything {
		return true
	}
	prefix, below := strings.CutSuffix(pattern, "/...")
	if first, _, _ := strings.Cut(prefix, "/"); slices.Contains(topLevel, first) {
		prefix = workspace.Prefix + "/" + prefix
	}
	return path == prefix || below && strings.HasPrefix(path, prefix+"/")
}

func except(patterns []string, pattern string) []string {
	return slices.DeleteFunc(slices.Clone(patterns), func(p string) bool { return p == pattern })
}
