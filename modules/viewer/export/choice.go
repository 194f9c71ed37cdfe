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
	from   string // address of what stands around it, with its examples
	count  int
	chosen int // the one that is open
}

// noteChoice notes the alternatives of a page.
func (p *page) noteChoice(t *html.Token) {
	if pick := attribute(t, "data-pick"); pick != "" {
		p.picks[pick[:strings.LastIndexByte(pick, ':')]] = true
	}
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
		p.choices = append(p.choices, &choice{key: key, from: p.around()})
	}
	c := p.choices[i]
	if has(t, "open") {
		c.chosen = c.count
	}
	c.count++
}

// around is the address of what stands around an element, with its examples and no more
// than there has to be: of several operations the one, and else the middle of the page.
func (p *page) around() string {
	name, _, found := strings.Cut(p.addr, "?")
	switch {
	case p.entry != "":
		return name + p.entry
	case found:
		return p.addr + "&part"
	}
	return p.addr + "?part"
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
	p.usual = map[string][]byte{}
	defer func() { p.usual, p.choices = nil, nil }() // the page stays until its round ends
	file := newChoices()
	left := maxChosen
	for _, c := range p.choices {
		if left -= c.count; left < 0 {
			break
		}
		if p.picks[c.key] {
			continue // the page has an example of each
		}
		if err := p.examples(ctx, c, own, file); err != nil {
			return nil, err
		}
	}
	if len(file.Choices) == 0 {
		return text, nil
	}
	name, err := p.writeChoices(file)
	if err != nil {
		return nil, err
	}
	return bytes.Replace(text, []byte("<main "), []byte(`<main data-choices="`+name+`" `), 1), nil
}

// examples adds the examples that depend on a choice, for each alternative.
func (p *page) examples(ctx context.Context, c *choice, own map[string]*html.Node, file *choices) error {
	usual, err := p.usually(ctx, c)
	if err != nil {
		return err
	}
	made := make([]map[string]*html.Node, c.count)
	differ := map[string]bool{}
	for i := range made {
		made[i] = own
		if i == c.chosen {
			continue
		}
		text, err := p.chosen(ctx, c, i)
		if err != nil {
			return err
		}
		if bytes.Equal(text, usual) {
			continue // the alternative is too deep to be seen
		}
		if made[i], err = p.examplesIn(text); err != nil {
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
				if err := file.add(c.key+":"+strconv.Itoa(i), id, n); err != nil {
					return err
				}
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

// usually is what the viewer writes of the examples around a choice when nothing else
// is chosen than what the page shows.
func (p *page) usually(ctx context.Context, c *choice) (text []byte, err error) {
	text, known := p.usual[c.from]
	if !known {
		text, err = p.chosen(ctx, c, c.chosen)
		p.usual[c.from] = text
	}
	return text, err
}

// chosen is what the viewer writes of the examples around a choice when an alternative
// is chosen, nil for nothing.
func (p *page) chosen(ctx context.Context, c *choice, alternative int) ([]byte, error) {
	addr := c.from + "?"
	if strings.Contains(c.from, "?") {
		addr = c.from + "&"
	}
	a, err := p.get(ctx, addr+"choose="+url.QueryEscape(c.key+":"+strconv.Itoa(alternative)))
	if err != nil || !a.isPage() {
		return nil, err
	}
	return examplePart(a.body.Bytes()), nil
}

// examplesIn returns the examples of such a text, as the page has them.
func (p *page) examplesIn(text []byte) (map[string]*html.Node, error) {
	text, err := (&page{place: place{p.folder, p.addr, ""}}).rewritten(text)
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
