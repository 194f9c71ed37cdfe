package search

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/core"
)

// spans calls visit for the runs of letters and digits of a text, with the places
// where they begin and end.
func spans(text string, visit func(start, end int)) {
	start := -1
	for i, r := range text {
		switch {
		case isWord(r):
			if start < 0 {
				start = i
			}
			if unspaced(r) {
				visit(start, i+utf8.RuneLen(r))
				start = -1
			}
		case start >= 0:
			visit(start, i)
			start = -1
		}
	}
	if start >= 0 {
		visit(start, len(text))
	}
}

// marks are the places of the words in a text. Where a word stands as it is
// written, what is like it is not marked.
func marks(text string, list []word) []core.Mark {
	var all []core.Mark
	for _, w := range list {
		var own []core.Mark
		typed := false
		spans(text, func(start, end int) {
			m, q := w.in(text[start:end])
			if q == 0 {
				return
			}
			if sure := q >= qualityInside; sure != typed {
				if typed {
					return
				}
				own, typed = nil, true
			}
			own = append(own, core.Mark{Start: start + m.Start, End: start + m.End})
		})
		all = append(all, own...)
	}
	return merged(all)
}

// merged sorts marks and joins those that overlap.
func merged(list []core.Mark) []core.Mark {
	slices.SortFunc(list, func(a, b core.Mark) int { return a.Start - b.Start })
	var kept []core.Mark
	for _, m := range list {
		if n := len(kept); n > 0 && m.Start <= kept[n-1].End {
			kept[n-1].End = max(kept[n-1].End, m.End)
			continue
		}
		kept = append(kept, m)
	}
	return kept
}

const (
	excerptBefore = 50
	excerptAfter  = 130
)

// excerpt returns the part of a text around the first word that stands in it, its
// beginning when none does, without Markdown.
func excerpt(text string, list []word) string {
	at, best := 0, float32(0)
	spans(text, func(start, end int) {
		if best >= qualityNumber {
			return
		}
		for _, w := range list {
			if _, q := w.in(text[start:end]); q > best {
				at, best = start, q
			}
		}
	})
	from, to := max(at-excerptBefore, 0), min(at+excerptAfter, len(text))
	from, to = wordStart(text, from), wordEnd(text, to)
	plainText := plain(strings.ToValidUTF8(text[from:to], ""))
	if plainText == "" {
		return ""
	}
	return ellipsis(from > 0) + plainText + ellipsis(to < len(text))
}

// wordStart moves a place in a text to the start of the next word.
func wordStart(text string, at int) int {
	for i := at; at > 0 && i < min(at+20, len(text)); i++ {
		if text[i] == ' ' || text[i] == '\n' {
			return i + 1
		}
	}
	return runeStart(text, at)
}

// wordEnd moves a place in a text to the end of the word before.
func wordEnd(text string, at int) int {
	for i := at; at < len(text) && i > max(at-20, 0); i-- {
		if text[i] == ' ' || text[i] == '\n' {
			return i
		}
	}
	return runeStart(text, at)
}

func runeStart(text string, at int) int {
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

func ellipsis(cut bool) string {
	if cut {
		return "…"
	}
	return ""
}

// plain returns a text without the signs of Markdown and tags of HTML, in one
// line. It need not be exact: the result is shown as text.
func plain(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '`', '*', '#':
		case '|':
			if cellEnd(text, i) {
				c = ' '
			}
			b.WriteByte(c)
		case '>':
			if i > 0 && text[i-1] != '\n' {
				b.WriteByte(c)
			}
		case '[', '!':
			if end := strings.IndexByte(text[i:], ']'); strings.HasPrefix(text[i:], "[!") && end > 0 && end < 16 {
				i += end // [!NOTE]
				continue
			}
			if c == '!' && !strings.HasPrefix(text[i+1:], "[") {
				b.WriteByte(c)
			}
		case ']':
			if strings.HasPrefix(text[i+1:], "(") {
				if end := strings.IndexByte(text[i:], ')'); end > 0 {
					i += end
				} else {
					i = len(text)
				}
			}
		case '<':
			if end := strings.IndexByte(text[i:], '>'); end > 0 && end < 200 && !strings.HasPrefix(text[i+1:], " ") {
				i += end
				b.WriteByte(' ')
				continue
			}
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	shown := slices.DeleteFunc(strings.Fields(b.String()), func(word string) bool {
		return len(word) > 2 && strings.Trim(word, "-:=|") == "" // rules of tables and headings
	})
	return strings.Join(shown, " ")
}

// cellEnd reports whether the bar at i stands between cells of a table, not in the
// middle of a word such as a pattern.
func cellEnd(text string, i int) bool {
	return i == 0 || i+1 == len(text) || strings.IndexByte(" \n", text[i-1]) >= 0 || strings.IndexByte(" \n", text[i+1]) >= 0
}
