// Package sbom lists what a program is built of, as a software bill of materials in the
// JSON of CycloneDX (https://cyclonedx.org/specification/overview/).
//
//	err := sbom.Write(w, "/home/ida/go/bin/trefoil")
//
// The list is the one that the linker has written into the program: exactly the modules
// whose packages are in it. The same program gives the same bytes.
package sbom

import (
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"path"
	"runtime/debug"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"
)

// Write writes the list for the program in a file.
func Write(w io.Writer, program string) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return fmt.Errorf("what a program is built of: %w", err)
	}
	bom, err := from(info)
	if err != nil {
		return err
	}
	return cyclonedx.NewBOMEncoder(w, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
}

func from(info *debug.BuildInfo) (*cyclonedx.BOM, error) {
	main, err := component(&info.Main, cyclonedx.ComponentTypeApplication)
	if err != nil {
		return nil, err
	}
	main.Description = "the program " + path.Base(info.Path)
	main.Licenses = &cyclonedx.Licenses{{License: &cyclonedx.License{ID: "Apache-2.0"}}}
	release := strings.TrimPrefix(info.GoVersion, "go")
	components := []cyclonedx.Component{{
		BOMRef: "pkg:golang/std@" + release, Type: cyclonedx.ComponentTypeLibrary,
		Name: "std", Version: release, PackageURL: "pkg:golang/std@" + release,
	}}
	for _, m := range info.Deps {
		if m.Replace != nil {
			return nil, fmt.Errorf("%s is replaced by %s: a program that is released has no replaced module", m.Path, m.Replace.Path)
		}
		c, err := component(m, cyclonedx.ComponentTypeLibrary)
		if err != nil {
			return nil, err
		}
		components = append(components, c)
	}
	var refs []string
	for _, c := range components {
		refs = append(refs, c.BOMRef)
	}
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{Component: &main}
	bom.Components = &components
	bom.Dependencies = &[]cyclonedx.Dependency{{Ref: main.BOMRef, Dependencies: &refs}}
	return bom, nil
}

// component is a module. Its hash is the one of go.sum, a SHA-256 over the hashes of its
// files.
func component(m *debug.Module, kind cyclonedx.ComponentType) (cyclonedx.Component, error) {
	purl := "pkg:golang/" + m.Path + "@" + m.Version
	c := cyclonedx.Component{BOMRef: purl, Type: kind, Name: m.Path, Version: m.Version, PackageURL: purl}
	encoded, ok := strings.CutPrefix(m.Sum, "h1:")
	if !ok {
		return c, nil
	}
	hash, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return c, fmt.Errorf("the sum of %s: %w", m.Path, err)
	}
	c.Hashes = &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA256, Value: hex.EncodeToString(hash)}}
	return c, nil
}
