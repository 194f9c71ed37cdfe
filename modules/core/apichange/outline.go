package apichange

import (
	"strings"
	"unicode/utf8"
)

// Schemas are a schema before and after a change, laid beside each other as texts: a line
// for the schema itself, and one for each member, item and alternative. They are read-only;
// changes of one schema share them.
type Schemas struct {
	// Old and New are the JSON pointers of the schema in the two descriptions. One is
	// empty when its description does not have the schema.
	Old, New string
	Lines    []SchemaLine
	// LeftOut is how many lines are not in Lines.
	LeftOut int
}

// SchemaLine is what two schemas say of one thing, such as a member. Its texts have no
// control characters and no line breaks.
type SchemaLine struct {
	// Name is that of a member, "[]" for the items of an array, "*" for members of any other
	// name, and "|" with its name or number for an alternative. It is empty for the schema
	// itself.
	Name string
	// Old and New are such as "integer (int64), required, minimum 1", in the keywords of
	// JSON Schema. They are empty on a side that has no such line.
	Old, New string
	// Differs reports whether the two say something else. Long texts are cut, and may read
	// the same then.
	Differs bool
	// Same is above 0 for a line that stands for so many lines that do not differ.
	Same int
}

// Limits of what is kept of schemas that have changed.
const (
	maxLines    = 120       // of a schema
	maxAllLines = 30_000    // of all schemas: those behind have none
	maxWork     = 2_000_000 // keywords and members that are read for lines, and texts of 16 bytes
	maxText     = 160       // letters of a text
	fewLines    = 12        // a schema that has more is folded:
	nearby      = 3         // lines are kept that are so near to one that differs
)

// outlines lays the schemas of changes beside each other.
type outlines struct {
	found []outlined
	open  []int // those around what is being compared, by their place in found
	made  map[int]*Schemas
	lines int
	work  int
}

// outlined is a schema before and after.
type outlined struct{ old, new schema }

func newOutlines() *outlines { return &outlines{made: map[int]*Schemas{}} }

// begin says that these schemas show best what is compared next.
func (o *outlines) begin(old, new schema) {
	o.open = append(o.open, len(o.found))
	o.found = append(o.found, outlined{old, new})
}

// end ends what began last.
func (o *outlines) end() { o.open = o.open[:len(o.open)-1] }

// current is the place of the schemas that began last, -1 for none.
func (o *outlines) current() int {
	if len(o.open) == 0 {
		return -1
	}
	return o.open[len(o.open)-1]
}

// schemas returns the outlines of a place. It returns nil when the place has no schema, and
// when the old and the new outline are equal.
func (o *outlines) schemas(place int) *Schemas {
	if place < 0 {
		return nil
	}
	made, known := o.made[place]
	if !known && o.lines < maxAllLines && o.work < maxWork {
		made = o.beside(o.found[place])
		o.made[place] = made
	}
	return made
}

func (o *outlines) beside(s outlined) *Schemas {
	before, after := o.outline(s.old), o.outline(s.new)
	var lines []SchemaLine
	differ := false
	for _, key := range sortedKeys(before, after) {
		was, is := before[key], after[key]
		differ = differ || was != is
		line := SchemaLine{Name: label(key), Differs: was != is}
		line.Old, line.New = cut(was, is)
		lines = append(lines, line)
	}
	if !differ || o.work >= maxWork {
		return nil
	}
	lines = folded(lines)
	kept := lines[:min(len(lines), maxLines, maxAllLines-o.lines)]
	o.lines += len(kept)
	made := &Schemas{Old: s.old.pointer(), New: s.new.pointer(), Lines: kept}
	for _, line := range lines[len(kept):] {
		made.LeftOut += max(line.Same, 1)
	}
	return made
}

// folded replaces lines that are far from any that differs, but for the first.
func folded(lines []SchemaLine) []SchemaLine {
	if len(lines) <= fewLines {
		return lines
	}
	near := make([]bool, len(lines))
	near[0] = true
	for i, line := range lines {
		for j := max(i-nearby, 0); line.Differs && j <= min(i+nearby, len(lines)-1); j++ {
			near[j] = true
		}
	}
	var kept []SchemaLine
	for from := 0; from < len(lines); {
		to := from
		for to < len(lines) && near[to] == near[from] {
			to++
		}
		if near[from] || to == from+1 {
			kept = append(kept, lines[from:to]...)
		} else {
			kept = append(kept, SchemaLine{Same: to - from})
		}
		from = to
	}
	return kept
}

// cut shortens two texts. Those that begin with the same begin nearer to where they differ.
func cut(old, new string) (string, string) {
	if old == "" || new == "" || old == new {
		return brief(old), brief(new)
	}
	common := 0
	for common < min(len(old), len(new)) && old[common] == new[common] {
		common++
	}
	if from := strings.LastIndexByte(old[:common], ' '); from > maxText/2 {
		old, new = "…"+old[from:], "…"+new[from:]
	}
	return brief(old), brief(new)
}

// brief is the beginning of a long text.
func brief(text string) string {
	if utf8.RuneCountInString(text) <= maxText {
		return text
	}
	return string([]rune(text)[:maxText-1]) + "…"
}
