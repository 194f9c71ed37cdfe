package pathtemplate

import "strings"

// ending is the set of what the last segment of a path can be so far.
type ending uint8

const (
	endsEmpty ending = 1 << iota
	endsDot
	endsDots
	endsOther
)

// dotSegment reports whether the template can expand to a path with a "." or ".."
// segment, whichever groups are left out: such segments are resolved away
// (RFC 3986, section 5.2.4), by each client and server in its own way. Values
// cannot form one, since no value is empty or a dot segment itself.
func dotSegment(parts []Part) bool {
	end, found := endsEmpty.after(parts)
	return found || end.isDots()
}

func (e ending) isDots() bool { return e&(endsDot|endsDots) != 0 }

func (e ending) after(parts []Part) (end ending, found bool) {
	for _, p := range parts {
		switch p.Kind {
		case Literal:
			e, found = e.afterText(normalize(p.Text))
		case Group:
			var with ending
			with, found = e.after(p.Group)
			e |= with
		default:
			e = endsOther
		}
		if found {
			return 0, true
		}
	}
	return e, false
}

func (e ending) afterText(s string) (end ending, found bool) {
	for i := range len(s) {
		switch {
		case s[i] == '/' && e.isDots():
			return 0, true
		case s[i] == '/':
			e = endsEmpty
		case s[i] == '.':
			e = e.afterDot()
		default:
			e = endsOther
		}
	}
	return e, false
}

func (e ending) afterDot() ending {
	var next ending
	if e&endsEmpty != 0 {
		next |= endsDot
	}
	if e&endsDot != 0 {
		next |= endsDots
	}
	if e&(endsDots|endsOther) != 0 {
		next |= endsOther
	}
	return next
}

// findDotSegment returns where the first "." or ".." segment of s begins, -1
// when it has none.
func findDotSegment(s string) int {
	offset := 0
	for segment := range strings.SplitSeq(s, "/") {
		if segment == "." || segment == ".." {
			return offset
		}
		offset += len(segment) + 1
	}
	return -1
}
