package main

import (
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// variant is a viewer that shows a description.
type variant struct {
	name   string
	pkg    string // package in peers/package.json, "" for ours
	files  []string
	beside string // CSS selector of what is not the content of its pages
	host   string // the page that shows a description, as its manual writes it
	lists  bool   // whether its first page shows operations; the others are opened at the first operation
	// link is the address of an operation, behind that of the site.
	link func(o *apidoc.OperationSummary) string
	// script is a file that is made for the host page, "" for none.
	script string
}

// ours is the name of the viewer that is measured.
const ours = "Trefoil"

// besideContent is what all viewers call what is not the content.
const besideContent = "nav, aside, [role=navigation], [role=dialog]"

// peers are the other viewers, each with the page of its manual.
func peers() []variant {
	return []variant{
		{
			name: "Scalar", pkg: "@scalar/api-reference", files: []string{"dist/browser/standalone.js"}, lists: true, beside: besideContent,
			host:   `<div id="app"></div><script src="dist/browser/standalone.js"></script><script src="init.js"></script>`,
			script: `Scalar.createApiReference("#app", { url: "description.json" })`,
			link:   scalarLink,
		},
		{
			name: "Swagger UI", pkg: "swagger-ui-dist", files: []string{"swagger-ui.css", "index.css", "swagger-ui-bundle.js", "swagger-ui-standalone-preset.js"}, lists: true, beside: besideContent,
			host: `<link rel="stylesheet" href="swagger-ui.css"><link rel="stylesheet" href="index.css"><div id="swagger-ui"></div>` +
				`<script src="swagger-ui-bundle.js"></script><script src="swagger-ui-standalone-preset.js"></script><script src="init.js"></script>`,
			script: `SwaggerUIBundle({ url: "description.json", dom_id: "#swagger-ui", deepLinking: true, layout: "StandaloneLayout",
				presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset], plugins: [SwaggerUIBundle.plugins.DownloadUrl] })`,
			link: swaggerLink,
		},
		{
			name: "Redoc 3", pkg: "redoc", files: []string{"bundles/redoc.standalone.js"}, beside: besideContent,
			host: `<redoc spec-url="description.json"></redoc><script type="module" src="bundles/redoc.standalone.js"></script>`,
			link: redoc3Link,
		},
		{
			name: "Redoc 2", pkg: "redoc2", files: []string{"bundles/redoc.standalone.js"}, lists: true, beside: besideContent + ", .menu-content",
			host: `<redoc spec-url="description.json"></redoc><script src="bundles/redoc.standalone.js"></script>`,
			link: redoc2Link,
		},
		{
			name: "RapiDoc", pkg: "rapidoc", files: []string{"dist/rapidoc-min.js"}, beside: besideContent + ", .nav-bar",
			host: `<rapi-doc spec-url="description.json"></rapi-doc><script type="module" src="dist/rapidoc-min.js"></script>`,
			link: rapidocLink,
		},
		{
			name: "Elements", pkg: "@stoplight/elements", files: []string{"web-components.min.js", "styles.min.css"}, beside: besideContent + ", .sl-elements-api > :first-child",
			host: `<link rel="stylesheet" href="styles.min.css"><script src="web-components.min.js"></script>` +
				`<elements-api apiDescriptionUrl="description.json" router="hash" layout="sidebar"></elements-api>`,
			link: elementsLink,
		},
	}
}

// trefoil is the viewer of this repository.
func trefoil() variant {
	return variant{name: ours, beside: besideContent, link: func(o *apidoc.OperationSummary) string { return "operations/" + url.PathEscape(o.Slug) }}
}

// descriptionPath is where the description is, on the site of a peer.
const descriptionPath = "/description.json"

// handler serves the page of a peer, its files and the description.
func (v variant) handler(packages string, text []byte) (http.Handler, error) {
	page := "<!doctype html><html><head><meta charset=utf-8><meta name=viewport content=\"width=device-width, initial-scale=1\">" +
		"<title>Reference</title></head><body>" + v.host + "</body></html>"
	s := newStatic(filepath.Join(packages, "node_modules", filepath.FromSlash(v.pkg)), map[string][]byte{
		"/": []byte(page), descriptionPath: text, "/init.js": []byte(v.script),
	})
	names := []string{"/", descriptionPath}
	for _, f := range v.files {
		names = append(names, "/"+f)
	}
	if err := s.warm(names...); err != nil {
		return nil, fmt.Errorf("%s: %w", v.name, err)
	}
	return s, nil
}

// tagOf is the tag of an operation, or what a viewer calls the lack of one.
func tagOf(o *apidoc.OperationSummary, none string) string {
	if len(o.Tags) > 0 {
		return o.Tags[0]
	}
	return none
}

func scalarLink(o *apidoc.OperationSummary) string {
	if len(o.Tags) == 0 {
		return "#" + o.Method + o.Path
	}
	return "#tag/" + strings.ToLower(o.Tags[0]) + "/" + o.Method + o.Path
}

func swaggerLink(o *apidoc.OperationSummary) string {
	return "#/" + url.PathEscape(tagOf(o, "default")) + "/" + o.ID
}

func redoc2Link(o *apidoc.OperationSummary) string {
	if len(o.Tags) == 0 {
		return "#operation/" + o.ID
	}
	return "#tag/" + o.Tags[0] + "/operation/" + o.ID
}

func redoc3Link(o *apidoc.OperationSummary) string { return redoc2Link(o) }

func rapidocLink(o *apidoc.OperationSummary) string {
	return "#" + strings.ToLower(o.Method) + "-" + strings.NewReplacer("{", "-", "}", "-").Replace(o.Path)
}

func elementsLink(o *apidoc.OperationSummary) string { return "#/operations/" + o.ID }
