// Package typefile writes the types of a package for go vet, in the format of
// package unitchecker:
//
//	done, err := typefile.Write("vet.cfg", "example.com/client")
//
// The first run of go vet asks for the types of every package that a program
// depends on, which is most of its work. Package unitchecker does for each of
// them what it does for those that are to be checked. An analyzer without facts
// needs neither the bodies of the functions, nor comments.
package typefile

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"

	"golang.org/x/tools/go/analysis/unitchecker"
	"golang.org/x/tools/go/gcexportdata"
)

// A file has the magic, the lengths of the types and of the facts, the types,
// and the facts.
const (
	magic  = "vetx"
	header = len(magic) + 4 + 4
)

// mark begins what package gcexportdata writes, but not the types in a file.
const mark = 'i'

// Write writes the types of the package that a configuration file of go vet is
// about. It reports false, and writes nothing, when the package is to be checked:
// when it is asked for more than types, and is or imports the package that client
// names.
func Write(configFile, client string) (done bool, err error) {
	data, err := os.ReadFile(configFile)
	if err != nil {
		return false, err
	}
	var cfg unitchecker.Config
	if err := json.Unmarshal(data, &cfg); err != nil {
		return false, fmt.Errorf("read %s: %w", configFile, err)
	}
	if _, imports := cfg.ImportMap[client]; !cfg.VetxOnly && (imports || cfg.ImportPath == client) {
		return false, nil
	}
	data, err = typesOf(&cfg)
	if err != nil {
		return false, fmt.Errorf("types of %s: %w", cfg.ImportPath, err)
	}
	return true, os.WriteFile(cfg.VetxOutput, data, 0o666)
}

func typesOf(cfg *unitchecker.Config) ([]byte, error) {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range cfg.GoFiles {
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	conf := types.Config{
		Importer:         &importer{cfg, fset, map[string]*types.Package{}},
		Sizes:            types.SizesFor("gc", build.Default.GOARCH),
		GoVersion:        cfg.GoVersion,
		IgnoreFuncBodies: true,
	}
	pkg, err := conf.Check(cfg.ImportPath, fset, files, nil)
	if err != nil {
		return nil, err
	}
	return encode(fset, pkg)
}

func encode(fset *token.FileSet, pkg *types.Package) ([]byte, error) {
	var out bytes.Buffer
	if err := gcexportdata.Write(&out, fset, pkg); err != nil {
		return nil, err
	}
	exported := out.Bytes()[1:]
	data := binary.LittleEndian.AppendUint32([]byte(magic), uint32(len(exported)))
	data = binary.LittleEndian.AppendUint32(data, 0) // no facts
	return append(data, exported...), nil
}

// importer reads the types of packages that were written before.
type importer struct {
	cfg     *unitchecker.Config
	fset    *token.FileSet
	imports map[string]*types.Package
}

// Import is called by the type checker, one package after the other.
func (i *importer) Import(name string) (*types.Package, error) {
	path := i.cfg.ImportMap[name]
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if pkg := i.imports[path]; pkg != nil && pkg.Complete() {
		return pkg, nil
	}
	data, err := os.ReadFile(i.cfg.PackageVetx[path])
	if err != nil {
		return nil, err
	}
	if len(data) < header || string(data[:len(magic)]) != magic {
		return nil, fmt.Errorf("%s is not a file of types", i.cfg.PackageVetx[path])
	}
	end := header + int(binary.LittleEndian.Uint32(data[len(magic):]))
	if end > len(data) {
		return nil, fmt.Errorf("%s ends too early", i.cfg.PackageVetx[path])
	}
	data[header-1] = mark
	return gcexportdata.Read(bytes.NewReader(data[header-1:end]), i.fset, i.imports, path)
}
