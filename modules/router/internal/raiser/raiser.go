// Package raiser tells whose code has raised a panic, so that what an
// application throws on purpose is not taken for what a library throws because
// of its arguments:
//
//	program := raiser.Running()
//	defer func() {
//		if v := recover(); v != nil && program.Raised("example.com/app/api") {
//			// "panic" was written in the application
//		}
//	}()
package raiser

import (
	"net/url"
	"path"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
)

// Program is what the running program is made of. The zero value knows no
// modules: code of package main is that of the application then, and code of the
// package that is asked about.
type Program struct {
	Main    string   // the path of package main
	Module  string   // the main module
	Modules []string // the others
	Library string   // the directory of the standard library, empty with -trimpath
}

// developed is the version of a module that is built from where it is written.
const developed = "(devel)"

// files is the package of a program that is built from a list of files, whose
// module is one of the others.
const files = "command-line-arguments"

// Running reads what the linker has written into the running program.
func Running() Program {
	p := Program{Library: library()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return p
	}
	p.Main, p.Module = info.Path, info.Main.Path
	for _, m := range info.Deps {
		p.Modules = append(p.Modules, m.Path)
		if p.Module == "" && m.Version == developed && m.Replace == nil {
			p.Module = m.Path
		}
	}
	return p
}

// library finds the directory of the standard library by one of its files.
func library() string {
	file, _ := runtime.FuncForPC(reflect.ValueOf(strings.Repeat).Pointer()).FileLine(0)
	return strings.TrimSuffix(file, "strings/strings.go")
}

// deepest is how many calls are looked at.
const deepest = 1024

// Raised reports whether all panics that are being recovered were raised by the
// application: a call of panic stands in the main module, or in the module of
// pkg. It is false when that cannot be told. It is for deferred functions, and
// what they call.
//
// A deferred function that panics while another panic is under way is one of
// them: what a library has raised stays that, whoever throws it on.
func (p Program) Raised(pkg string) bool {
	var calls [deepest]uintptr
	n := runtime.Callers(2, calls[:])
	if n == deepest {
		return false
	}
	frames := runtime.CallersFrames(calls[:n])
	raised, panicking := false, false
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		if panicking && !p.Owns(f.Function, f.File, pkg) {
			return false
		}
		raised = raised || panicking
		panicking = f.Function == "runtime.gopanic"
	}
	return raised
}

// Owns reports whether a function is code of the main module or of the module of
// pkg. Both its name and its file have to say so, as the runtime knows them: a
// literal inside of an inlined function has the name of who called that.
func (p Program) Owns(function, file, pkg string) bool {
	own := Package(function)
	return p.isApplication(own, pkg) && p.standsIn(own, file)
}

func (p Program) isApplication(own, pkg string) bool {
	if own == "main" || own == pkg && strings.Contains(hostOf(own), ".") {
		return true
	}
	module := p.moduleOf(own)
	return module != "" && (module == p.Module || module == p.moduleOf(pkg))
}

func hostOf(pkg string) string {
	host, _, _ := strings.Cut(pkg, "/")
	return host
}

// moduleOf is the module of a package, empty for the standard library and where
// the program does not say it.
func (p Program) moduleOf(pkg string) string {
	if pkg == "main" {
		return p.Module
	}
	longest := ""
	for _, module := range append([]string{p.Module}, p.Modules...) {
		if within(pkg, module) && len(module) > len(longest) {
			longest = module
		}
	}
	return longest
}

// within reports whether a package, or the one that it tests, is in a module.
func within(pkg, module string) bool {
	return module != "" && (pkg == module || pkg == module+"_test" || strings.HasPrefix(pkg, module+"/"))
}

// standsIn reports whether a file can be one of the package: with -trimpath and
// in the cache of modules the directory is its path, and elsewhere it is any but
// those of the standard library and of what others have written.
func (p Program) standsIn(pkg, file string) bool {
	if p.Library != "" && strings.HasPrefix(file, p.Library) {
		return false
	}
	if pkg == "main" {
		pkg = p.Main
	}
	dir := path.Dir(withoutVersion(file))
	if pkg == files && dir == "." {
		return true
	}
	for _, known := range []string{pkg, strings.TrimSuffix(pkg, "_test")} {
		if known != "" && (dir == known || strings.HasSuffix(dir, "/"+known)) {
			return true
		}
	}
	return filepath.IsAbs(file) && !strings.Contains(file, "@") && !strings.Contains(file, "/vendor/")
}

// withoutVersion removes the version of a module from the name of a file.
func withoutVersion(file string) string {
	before, after, found := strings.Cut(file, "@")
	if !found {
		return file
	}
	_, rest, _ := strings.Cut(after, "/")
	return before + "/" + rest
}

// Package is the path of the package of a function as the runtime names it, such
// as "example.com/app/api" of "example.com/app/api.(*Users).show.func1".
func Package(function string) string {
	function, _, _ = strings.Cut(function, "[") // of type arguments
	last := strings.LastIndexByte(function, '/') + 1
	name, _, _ := strings.Cut(function[last:], ".")
	pkg, err := url.PathUnescape(function[:last] + name)
	if err != nil {
		return function[:last] + name // cannot be: the compiler has escaped it
	}
	return pkg
}
