package mermaid

import (
	"slices"
	"strconv"
	"strings"
)

// sequence is a sequence diagram.
type sequence struct {
	actors []*actor
	byID   map[string]*actor
	rows   []*row
	open   []*row // blocks that a statement stands in
	number int    // of the next message, 0 when they have none
	failed bool
}

type actor struct {
	lines  []string
	person bool
	x      float64
	width  float64
}

type rowKind int

const (
	message rowKind = iota
	note
	blockBegin
	blockPart
	blockEnd
)

// row is one line of the diagram, from above to below.
type row struct {
	kind     rowKind
	lines    []string
	from, to *actor
	dotted   bool
	head     string // ">" filled, ")" open, "x" a cross, "" none
	both     bool
	place    string // of a note: "left of", "right of" or "over"
	word     string // of a block: "loop", "alt"…
	begin    *row   // of a block that ends or goes on
	depth    int
	y        float64
	height   float64
}

// heading is what stands in the corner of a block, or of a part of one.
func (r *row) heading() []string {
	lines := slices.Clone(r.lines)
	lines[0] = strings.TrimSpace(r.word + " " + lines[0])
	return lines
}

func sequenceDiagram(lines []string) (string, bool) {
	s := &sequence{byID: map[string]*actor{}}
	for _, line := range lines {
		if s.line(strings.TrimSuffix(line, ";")); s.failed {
			return "", false
		}
	}
	if len(s.open) > 0 || len(s.actors) == 0 || len(s.actors) > maxNodes {
		return "", false
	}
	return sequenceDrawing{s}.draw(), true
}

func (s *sequence) line(line string) {
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch strings.ToLower(word) {
	case "participant", "actor":
		id, name, named := strings.Cut(rest, " as ")
		a := s.actor(strings.TrimSpace(id))
		if a.person = strings.EqualFold(word, "actor"); named {
			a.lines = wrap(name)
		}
	case "autonumber":
		s.number = 1
	case "activate", "deactivate", "title", "acctitle:", "accdescr:", "create", "destroy", "links", "link":
	case "note":
		s.note(rest)
	case "loop", "alt", "opt", "par", "critical", "break", "rect":
		if strings.EqualFold(word, "rect") {
			rest = ""
		}
		s.add(&row{kind: blockBegin, word: strings.ToLower(word), lines: wrap(rest)})
	case "else", "and", "option":
		s.add(&row{kind: blockPart, lines: wrap(rest)})
	case "end":
		s.add(&row{kind: blockEnd})
	default:
		s.message(line)
	}
}

// add adds a row and keeps account of the blocks.
func (s *sequence) add(r *row) {
	if r.kind == blockPart || r.kind == blockEnd {
		if len(s.open) == 0 {
			s.failed = true
			return
		}
		r.begin = s.open[len(s.open)-1]
	}
	r.depth = len(s.open)
	switch r.kind {
	case blockBegin:
		s.open = append(s.open, r)
	case blockEnd:
		s.open = s.open[:len(s.open)-1]
	}
	s.rows = append(s.rows, r)
	s.failed = s.failed || len(s.rows) > maxRows || len(s.open) > 10
}

// actor returns the actor with an id, a new one when there is none.
func (s *sequence) actor(id string) *actor {
	a := s.byID[id]
	if a == nil {
		a = &actor{lines: wrap(id)}
		s.byID[id] = a
		s.actors = append(s.actors, a)
	}
	s.failed = s.failed || id == "" || len(s.actors) > maxNodes
	return a
}

// note reads "right of A: text", "left of A: text" and "over A,B: text".
func (s *sequence) note(text string) {
	for _, place := range []string{"left of", "right of", "over"} {
		if len(text) <= len(place) || !strings.EqualFold(text[:len(place)], place) {
			continue
		}
		who, what, found := strings.Cut(text[len(place):], ":")
		first, second, two := strings.Cut(who, ",")
		r := &row{kind: note, place: place, lines: wrap(what), from: s.actor(strings.TrimSpace(first))}
		if r.to = r.from; two {
			r.to = s.actor(strings.TrimSpace(second))
		}
		s.failed = s.failed || !found
		s.add(r)
		return
	}
	s.failed = true
}

// arrows are what stands between two actors; longer ones first.
var arrows = []struct {
	text   string
	dotted bool
	head   string
	both   bool
}{
	{"<<-->>", true, ">", true},
	{"<<->>", false, ">", true},
	{"-->>", true, ">", false},
	{"->>", false, ">", false},
	{"--x", true, "x", false},
	{"-x", false, "x", false},
	{"--)", true, ")", false},
	{"-)", false, ")", false},
	{"-->", true, "", false},
	{"->", false, "", false},
}

// message reads "A->>B: text".
func (s *sequence) message(line string) {
	head, text, _ := strings.Cut(line, ":")
	for _, a := range arrows {
		from, to, found := strings.Cut(head, a.text)
		if !found {
			continue
		}
		to = strings.TrimLeft(strings.TrimSpace(to), "+-")
		if strings.TrimSpace(from) == "" || to == "" || strings.ContainsAny(from+to, "<>") {
			break
		}
		r := &row{from: s.actor(strings.TrimSpace(from)), to: s.actor(to), lines: wrap(text), dotted: a.dotted, head: a.head, both: a.both}
		if s.number > 0 {
			r.lines[0] = strings.TrimSpace(strconv.Itoa(s.number) + ". " + r.lines[0])
			s.number++
		}
		s.add(r)
		return
	}
	s.failed = true
}
