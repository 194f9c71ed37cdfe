package export

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// page is a page, or a part of one, on its way to a file. Each is written by one
// goroutine.
type page struct {
	place
	part    bool
	found   []found           // what it leads to, in order
	choices []*choice         // of its schemas
	picks   map[string]bool   // those whose alternatives have an example each
	usual   map[string][]byte // examples where nothing is chosen, by the addresses of choices
	entry   string            // query of the operation that is being read, on a page of several
}

// found is something that a page leads to.
type found struct {
	kind    kind
	address string
}

// write asks for the page and writes it as files.
func (p *page) write(ctx context.Context) error {
	a, err := p.get(ctx, p.addr)
	if err != nil || !a.isPage() {
		return err
	}
	text, err := p.rewritten(a.body.Bytes())
	if err != nil {
		return err
	}
	if p.part {
		return p.writePart(text)
	}
	if text, err = p.withExamples(ctx, text); err != nil {
		return err
	}
	return p.folder.write(p.file, text)
}

// rewritten is a page whose links lead to files. Most of a page of many is the list of
// the sidebar, whose items are those of other pages.
func (p *page) rewritten(body []byte) ([]byte, error) {
	var out bytes.Buffer
	p.picks = map[string]bool{}
	head, list, rest := cutList(body)
	err := rewrite(&out, head, rewriter{element: p.element, text: p.text})
	for len(list) > 0 && err == nil {
		end := len(list)
		if next := bytes.Index(list[1:], itemStart); next >= 0 {
			end = next + 1
		}
		var one item
		one, err = p.leads.listed(p.place, list[:end])
		out.Write(one.text)
		for _, f := range one.found {
			p.note(f)
		}
		list = list[end:]
	}
	if err == nil {
		err = rewrite(&out, rest, rewriter{element: p.element, text: p.text})
	}
	if err != nil {
		return nil, fmt.Errorf("export %s: %w", p.addr, err)
	}
	return out.Bytes(), nil
}

var itemStart = []byte("<li")

// cutList cuts the list of the sidebar out of a page, from its first item on.
func cutList(body []byte) (head, list, rest []byte) {
	at := bytes.Index(body, []byte(" data-nav>"))
	if at < 0 {
		return body, nil, nil
	}
	end := bytes.Index(body[at:], []byte(`<div class="sidebar-foot`))
	start := bytes.Index(body[at:], itemStart)
	if start < 0 || end < start {
		return body, nil, nil
	}
	return body[:at+start], body[at+start : at+end], body[at+end:]
}

// element makes links lead to files. It leaves out what needs a server.
func (p *page) element(t *html.Token) bool {
	switch {
	case t.Data == "script" && strings.Contains(attribute(t, "src"), "assets/live.js"),
		t.Data == "meta" && attribute(t, "name") == "trefoil-version",
		has(t, "data-editor-open"), has(t, "data-try"), has(t, "data-send"), has(t, "data-authenticate"),
		has(t, "data-search-note"): // that the server is not ready to search yet
		return false
	case inline(t): // no server of files names its hash
		p.found = append(p.found, found{aFile, themeScript})
		set(t, "src", relative(p.file, copyOf(themeScript)))
		return true
	case t.Data == "body":
		set(t, "data-root", relative(p.file, ""))
		dropConsole(t)
		set(t, "data-old-links", oldLinks)
		set(t, "data-lists", lists)
	case has(t, "data-entry"):
		p.entry = attribute(t, "data-entry")
		drop(t, "data-entry") // without a server heads lead to the pages
	case has(t, "data-search-dialog"):
		set(t, "data-search-index", searchIndex)
		set(t, "data-search-script", "assets/searchindex.js")
	case t.Data == "meta" && attribute(t, "property") == "og:url":
		set(t, "content", p.target(attribute(t, "content")))
	}
	drop(t, "integrity") // browsers check none of a file on a disk and refuse the file
	drop(t, "data-fonts-hash")
	p.noteChoice(t)
	for _, name := range []string{"href", "src", "action", "data-lazy", "data-script", "data-fonts"} {
		if target := attribute(t, name); target != "" && !strings.HasPrefix(target, "#") {
			set(t, name, p.target(target))
		}
	}
	return true
}

// themeScript stands in the pages of a server, whose policy names its hash.
const themeScript = "assets/theme.js"

// inline reports whether t begins the one script that stands in a page.
func inline(t *html.Token) bool {
	return t.Data == "script" && attribute(t, "src") == "" && attribute(t, "type") == ""
}

// source finds the addresses of scripts in the data of a card.
var source = regexp.MustCompile(`"src":"[^"\\]*"`)

// text makes the addresses in data lead to files.
func (p *page) text(t *html.Token, raw []byte) []byte {
	if t.Data == "noscript" {
		if out, err := p.rewritten(raw); err == nil {
			return out
		}
	}
	if t.Data != "script" {
		return raw
	}
	if attribute(t, "src") != "" {
		return nil // it was the text of a script that is a file here
	}
	switch attribute(t, "type") {
	case "application/json":
		return source.ReplaceAllFunc(raw, func(whole []byte) []byte {
			return []byte(`"src":` + strconv.Quote(p.target(string(whole[7:len(whole)-1]))))
		})
	case "application/ld+json":
		var data any
		if json.Unmarshal(raw, &data) != nil {
			return raw
		}
		if out, err := json.Marshal(p.walk("", data)); err == nil {
			return out
		}
	}
	return raw
}

func (p *page) walk(name string, value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key, v := range value {
			value[key] = p.walk(key, v)
		}
	case []any:
		for i, v := range value {
			value[i] = p.walk(name, v)
		}
	case string:
		if name == "url" || name == "item" {
			return p.target(value)
		}
	}
	return value
}

// target is the link to a file that stands for a link on a page, and notes what that
// leads to.
func (p *page) target(target string) string {
	l := p.leads.of(p.place, target)
	p.note(l.found)
	return l.text
}

// note notes what the page leads to, unless it is known or no part of the reference.
func (p *page) note(to found) {
	if to.kind != aService && to.kind != aStranger && !p.noted(to) {
		p.found = append(p.found, to)
	}
}
