package export

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// policy lets the styles and scripts of the file work and nothing else.
func policy(styles, scripts []string) string {
	sources := func(texts []string) string {
		var list []string
		for _, text := range texts {
			sum := sha256.Sum256([]byte(text))
			list = append(list, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
		}
		return strings.Join(list, " ")
	}
	return "default-src 'none'; style-src " + sources(styles) + "; script-src " + sources(scripts) +
		"; img-src data:; font-src data:; base-uri 'none'; form-action 'none'"
}

// overviewHead is what the file takes over of the head of a page.
type overviewHead struct {
	html, body      string // start tags
	title           string
	icon            string   // an image, or "data:," for none
	sheets, scripts []string // addresses
}

// read finds out how pages look.
func read(page []byte) (*overviewHead, error) {
	p := &overviewHead{icon: "data:,"}
	inTitle := false
	err := rewrite(&bytes.Buffer{}, page, rewriter{
		element: func(t *html.Token) bool {
			inTitle = t.Data == "title"
			switch {
			case t.Data == "html":
				if fonts := attribute(t, "data-fonts"); fonts != "" {
					p.sheets = append(p.sheets, fonts)
				}
				drop(t, "data-fonts")
				drop(t, "data-fonts-hash")
				p.html = t.String()
			case t.Data == "body":
				set(t, "data-root", "")
				dropConsole(t)
				p.body = t.String()
			case t.Data == "link" && attribute(t, "rel") == "icon" && strings.HasPrefix(attribute(t, "href"), "data:"):
				p.icon = attribute(t, "href")
			case t.Data == "link" && attribute(t, "rel") == "stylesheet":
				p.sheets = append(p.sheets, attribute(t, "href"))
			case t.Data == "script" && attribute(t, "src") != "" && !strings.Contains(attribute(t, "src"), "assets/live.js"):
				p.scripts = append(p.scripts, attribute(t, "src"))
			}
			return true
		},
		text: func(_ *html.Token, raw []byte) []byte {
			if inTitle && p.title == "" {
				p.title = html.UnescapeString(string(raw))
			}
			return raw
		},
	})
	return p, err
}

// asset gets the text of a file.
func asset(ctx context.Context, s *site, target string) (string, error) {
	l, ok := resolve("", target)
	if !ok {
		return "", fmt.Errorf("export: %q is no file of the viewer", target)
	}
	a, err := s.get(ctx, l.address)
	if err != nil {
		return "", err
	}
	if a.status != 200 {
		return "", fmt.Errorf("export: %s answers %d", l.address, a.status)
	}
	return a.body.String(), nil
}

// resource finds what a sheet loads.
var resource = regexp.MustCompile(`url\(\s*["']?([^"')]+?)["']?\s*\)`)

// sheet gets a sheet, with the files that it loads in it.
func sheet(ctx context.Context, s *site, target string) (string, error) {
	text, err := asset(ctx, s, target)
	if err != nil {
		return "", err
	}
	at, _ := resolve("", target)
	text = resource.ReplaceAllStringFunc(text, func(whole string) string {
		l, ok := resolve(at.address, resource.FindStringSubmatch(whole)[1])
		if !ok {
			return whole
		}
		a, failed := s.get(ctx, l.address)
		if failed != nil || a.status != 200 {
			return whole
		}
		return "url(data:" + strings.ReplaceAll(a.header.Get("Content-Type"), " ", "") + ";base64," + base64.StdEncoding.EncodeToString(a.body.Bytes()) + ")"
	})
	return strings.ReplaceAll(text, "</", `<\/`), nil
}
