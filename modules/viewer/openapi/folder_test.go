package openapi_test

import (
	"context"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"testing/fstest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// folder is texts by their paths.
type folder map[string]string

// shopFiles are a description in several files, of which bundle.yaml is the same in one.
func shopFiles() folder {
	GinkgoHelper()
	files := folder{}
	Expect(fs.WalkDir(os.DirFS("testdata/shop"), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join("testdata/shop", name))
		files[name] = string(text)
		return err
	})).To(Succeed())
	return files
}

// with returns the files with others.
func (f folder) with(others folder) folder {
	all := maps.Clone(f)
	maps.Copy(all, others)
	return all
}

// write writes the files into a folder that exists, and returns it.
func (f folder) write() string {
	GinkgoHelper()
	dir := GinkgoT().TempDir()
	for name, text := range f {
		file := filepath.Join(dir, filepath.FromSlash(name))
		Expect(os.MkdirAll(filepath.Dir(file), 0o700)).To(Succeed())
		Expect(os.WriteFile(file, []byte(text), 0o600)).To(Succeed())
	}
	return dir
}

// system returns the files as a file system.
func (f folder) system() fstest.MapFS {
	all := fstest.MapFS{}
	for name, text := range f {
		all[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}

// load loads "openapi.yaml" of files with all of them.
func (f folder) load(ctx context.Context, options ...openapi.Option) (*apidoc.Document, error) {
	GinkgoHelper()
	source, err := openapi.FromFS(f.system(), "openapi.yaml", append(options, openapi.WithFilesBelow("."))...)
	Expect(err).NotTo(HaveOccurred())
	return source.Load(ctx)
}

// loaded is a document of files.
func (f folder) loaded(ctx context.Context) *apidoc.Document {
	GinkgoHelper()
	doc, err := f.load(ctx)
	Expect(err).NotTo(HaveOccurred())
	return doc
}

// inJSON is the text of a document.
func inJSON(doc *apidoc.Document) string {
	GinkgoHelper()
	text, err := openapi.ToJSON(doc.Text)
	Expect(err).NotTo(HaveOccurred())
	return string(text)
}

// messages are the problems of a document with their places.
func messages(doc *apidoc.Document) []string {
	var all []string
	for _, p := range doc.Problems {
		all = append(all, p.String())
	}
	return all
}
