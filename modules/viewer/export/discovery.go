package export

import (
	"context"
	"maps"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// discovery writes what crawlers look for, with absolute addresses.
func (f *folder) discovery(context.Context) error {
	if f.public == "" {
		return nil
	}
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	for _, name := range f.names() {
		if !strings.HasSuffix(name, ".html") || name == searchFile {
			continue
		}
		link := f.public + strings.TrimPrefix(strings.TrimPrefix(relative("", name), "./"), "index.html")
		b.WriteString("<url><loc>" + html.EscapeString(link) + "</loc></url>\n")
	}
	b.WriteString("</urlset>\n")
	if err := f.write("sitemap.xml", []byte(b.String())); err != nil {
		return err
	}
	return f.write("robots.txt", []byte("User-agent: *\nAllow: /\n\nSitemap: "+f.public+"sitemap.xml\n"))
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
