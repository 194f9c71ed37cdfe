package export

import (
	"maps"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// discovery writes what crawlers look for, with absolute addresses.
func discovery(out *stage, public string) error {
	if public == "" {
		return nil
	}
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	for _, name := range out.names() {
		if !strings.HasSuffix(name, ".html") || name == searchFile {
			continue
		}
		link := public + strings.TrimPrefix(strings.TrimPrefix(relative("", name), "./"), "index.html")
		b.WriteString("<url><loc>" + html.EscapeString(link) + "</loc></url>\n")
	}
	b.WriteString("</urlset>\n")
	if err := out.write("sitemap.xml", []byte(b.String())); err != nil {
		return err
	}
	return out.write("robots.txt", []byte("User-agent: *\nAllow: /\n\nSitemap: "+public+"sitemap.xml\n"))
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
