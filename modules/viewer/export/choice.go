package export

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// maxChosen bounds how many alternatives of a page have examples of their own.
const maxChosen = 16

// choice is a part of a schema that has alternatives.
type choice struct {
	key    string
	count  int
	chosen int // the one that is open
}

// noteChoice notes the alternatives of a page.
func (p *page) noteChoice(t *html.Token) {
	key, ok := strings.CutPrefix(attribute(t, "name"), "choice.")
	if t.Data != "details" || !ok {
		return
	}
	i := len(p.choices) - 1
	for i >= 0 && p.choices[i].key != key {
		i--
	}
	if i < 0 {
		i = len(p.choices)
		p.choices = append(p.choices, &choice{key: key})
	}
	c := p.choices[i]
	if has(t, "open") {
		c.chosen = c.count
	}
	c.count++
}

// withExamples writes the examples that belong to the other alternatives of a
// page, which a server makes when a reader chooses one, and notes their file in
// the page.
func (p *page) withExamples(ctx context.Context, text []byte) ([]byte, error) {
	if len(p.choices) == 0 {
		return text, nil
	}
	own, err := examplesOf(examplePart(text))
	if err != nil || len(own) == 0 {
		return text, err
	}
	file := map[string][]any{}
	left := maxChosen
	for _, c := range p.choices {
		if left -= c.count; left < 0 {
			break
		}
		if err := p.examples(ctx, c, own, file); err != nil {
			return nil, err
		}
	}
	if len(file) == 0 {
		return text, nil
	}
	name := strings.Replace(partFile(p.addr), "parts", "choices", 1)
	if err := p.writeValue(name, file); err != nil {
		return nil, err
	}
	return bytes.Replace(text, []byte("<main "), []byte(`<main data-choices="`+name+`" `), 1), nil
}

// examples adds the examples that depend on a choice, for each alternative.
func (p *page) examples(ctx context.Context, c *choice, own map[string]*html.Node, file map[string][]any) error {
	made := make([]map[string]*html.Node, c.count)
	differ := map[string]bool{}
	for i := range made {
		made[i] = own
		if i == c.chosen {
			continue
		}
		var err error
		if made[i], err = p.chosen(ctx, c.key+":"+strconv.Itoa(i)); err != nil {
			return err
		}
		for id, n := range made[i] {
			if own[id] != nil && copied(n) != copied(own[id]) {
				differ[id] = true
			}
		}
	}
	for i := range made {
		for _, id := range sortedKeys(differ) {
			if n := made[i][id]; n != nil {
				key := c.key + ":" + strconv.Itoa(i)
				file[key] = append(file[key], tree(n))
			}
		}
	}
	return nil
}

// copied is the text of an example that can be copied.
func copied(example *html.Node) string {
	var b strings.Builder
	for n := range example.Descendants() {
		if hasNode(n, "data-copy-source") {
			for text := range n.Descendants() {
				if text.Type == html.TextNode {
					b.WriteString(text.Data)
				}
			}
		}
	}
	return b.String()
}

// chosen are the examples of the page when an alternative is chosen.
func (p *page) chosen(ctx context.Context, key string) (map[string]*html.Node, error) {
	addr := p.addr + "?"
	if strings.Contains(p.addr, "?") {
		addr = p.addr + "&"
	}
	a, err := p.get(ctx, addr+"choose="+url.QueryEscape(key))
	if err != nil || !a.isPage() {
		return nil, err
	}
	text, err := (&page{folder: p.folder, addr: p.addr}).rewritten(examplePart(a.body.Bytes()))
	if err != nil {
		return nil, err
	}
	return examplesOf(text)
}

// examplePart is the part of a page that has its examples. A page of many alternatives is
// asked for as often, and little of it is examples.
func examplePart(page []byte) []byte {
	const mark = " data-example="
	first, last := bytes.Index(page, []byte(mark)), bytes.LastIndex(page, []byte(mark))
	if first < 0 {
		return nil
	}
	start := bytes.LastIndex(page[:first], []byte("<details"))
	if end := bytes.Index(page[last:], []byte("</aside>")); end >= 0 {
		return page[start : last+end]
	}
	return page[start:]
}

// examplesOf returns the examples of a page that can be copied, by id.
func examplesOf(text []byte) (map[string]*html.Node, error) {
	root, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	list := map[string]*html.Node{}
	for n := range root.Descendants() {
		if id, ok := value(n, "id"); ok && n.Data == "details" && hasNode(n, "data-example") {
			list[id] = n
		}
	}
	return list, nil
}
