package report

// NotMeasured stands in the table of goals in place of a figure.
const NotMeasured = "not measured"

// Tally is the table of goals in the making, and counts them. The zero value
// has no goals; Yes and No are what a goal that is met or missed is called.
type Tally struct {
	Yes, No     string
	met, missed int
	rows        Page
}

// Judge counts a goal and returns what it is called in the table. One that was
// not measured counts as neither met nor missed.
func (t *Tally) Judge(measured, met bool) (verdict string) {
	switch {
	case !measured:
		return "–"
	case met:
		t.met++
		return t.Yes
	}
	t.missed++
	return t.No
}

// Row adds a row to the table.
func (t *Tally) Row(cells ...string) { t.rows.Row(cells...) }

// Report writes the section of the goals: how many are met, what decides about
// them, and the table, whose head the caller writes.
func (t *Tally) Report(p *Page, decides string, head func()) {
	p.Line("## Goals\n")
	p.Line("%d met, %d missed.", t.met, t.missed)
	p.Line("%s\n", decides)
	head()
	_, _ = t.rows.WriteTo(p) // a buffer takes everything
	p.Line("")
}
