// Package ui holds the scripts and sheets of the viewer: their sources, one
// folder per component, and the bundles that are served.
//
//	file, ok := ui.Assets().File("reference.css")
//
// The bundles in dist are built from the sources by tools/cmd/webbuild and
// committed, so that nothing but Go is needed to use the viewer. They come from
// the reader's own server; nothing is loaded from anywhere else.
package ui

import (
	"crypto/sha256"
	"crypto/sha512"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"sync"

	"github.com/trefoil-go/trefoil/modules/core"
)

//go:embed dist fonts/*.woff2
var files embed.FS

// File is one file to serve.
type File struct {
	Name        string // "reference.css"
	ContentType string
	Data        []byte // read-only
	Brotli      []byte // Data compressed, nil for what is not; read-only
	Hash        string // of the content, part of its address
	Integrity   string // subresource integrity (SRI), SHA-384
}

// Set is files to serve, by name. It is read-only and safe for concurrent use.
type Set struct{ files map[string]func() File }

var _ core.Assets = (*Set)(nil)

// FontSheet is the name of the sheet of the default fonts. A page that must not
// load them does not link it, and has no class default-fonts.
const FontSheet = "fonts.css"

// ThemeScript is the element that sets the colours of a page before anything is drawn. It
// stands in the page, so that nothing is waited for, and ThemePolicy lets it run.
func ThemeScript() string { return theme().element }

// ThemePolicy is the source of ThemeScript, as a Content-Security-Policy names it.
func ThemePolicy() string { return theme().source }

// theme reads the script once: it is a part of the program.
var theme = sync.OnceValue(func() (t struct{ element, source string }) {
	f, _ := Assets().File("theme.js")
	sum := sha256.Sum256(f.Data)
	t.element = "<script>" + string(f.Data) + "</script>"
	t.source = "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	return t
})

// Assets returns the bundles and the fonts.
func Assets() *Set { return assets() }

// assets names the files. Each is read when it is first asked for, and once: they are part of
// the program, and most references use few of them.
var assets = sync.OnceValue(func() *Set {
	s := &Set{files: map[string]func() File{}}
	for _, pattern := range []string{"fonts/*", "dist/*"} {
		names, err := fs.Glob(files, pattern)
		if err != nil {
			return s
		}
		for _, name := range names {
			if path.Ext(name) != ".br" {
				s.files[path.Base(name)] = sync.OnceValue(func() File { return s.built(name) })
			}
		}
	}
	return s
})

// built is a file of the program, with its compressed form where that is of the same
// content.
func (s *Set) built(name string) File {
	data, err := files.ReadFile(name)
	if err != nil {
		return File{}
	}
	served := data
	if path.Ext(name) == ".css" {
		served = s.withVersions(data)
	}
	f := NewFile(path.Base(name), served)
	if packed, err := files.ReadFile(name + ".br"); err == nil && len(served) == len(data) {
		f.Brotli = packed
	}
	return f
}

// withVersions makes the addresses of fonts in a sheet those that change with
// their content, so that browsers keep them for ever.
func (s *Set) withVersions(sheet []byte) []byte {
	return fontAddress.ReplaceAllFunc(sheet, func(name []byte) []byte {
		f, ok := s.File(path.Base(string(name)))
		if !ok {
			return name
		}
		return []byte(f.Name + "?v=" + f.Hash)
	})
}

var fontAddress = regexp.MustCompile(`\./[\w-]+\.woff2`)

// With returns the files of s and some more.
func (s *Set) With(files ...File) *Set {
	all := &Set{files: maps.Clone(s.files)}
	for _, f := range files {
		all.files[f.Name] = func() File { return f }
	}
	return all
}

// File returns the file with a name. It is false when there is none.
func (s *Set) File(name string) (File, bool) {
	file, ok := s.files[name]
	if !ok {
		return File{}, false
	}
	return file(), true
}

// Names returns the names of all files, sorted.
func (s *Set) Names() []string { return slices.Sorted(maps.Keys(s.files)) }

// URL returns the address of the file with a name, relative to the root of the
// reference, and its integrity. The address changes with the content. Both are
// empty when there is no such file.
func (s *Set) URL(name string) (url, integrity string) {
	f, ok := s.File(name)
	switch {
	case !ok:
		return "", ""
	case name == CustomSheet:
		return f.Name + "?v=" + f.Hash, f.Integrity
	}
	return "assets/" + f.Name + "?v=" + f.Hash, f.Integrity
}

// CustomSheet is the name of the sheet that holds an operator's own CSS. It is
// served beside the pages, not among the bundles.
const CustomSheet = "custom.css"

// contentTypes are the types of what is served, by the end of the name.
var contentTypes = map[string]string{
	".css":   "text/css; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".woff2": "font/woff2",
}

// NewFile makes a File of content.
func NewFile(name string, data []byte) File {
	short := sha256.Sum256(data)
	long := sha512.Sum384(data)
	contentType := contentTypes[path.Ext(name)]
	if contentType == "" {
		contentType = "application/octet-stream"
	}
	return File{
		Name:        name,
		ContentType: contentType,
		Data:        data,
		Hash:        hex.EncodeToString(short[:6]),
		Integrity:   "sha384-" + base64.StdEncoding.EncodeToString(long[:]),
	}
}
