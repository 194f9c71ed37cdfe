package store

import "slices"

// belonging says whether a new entity is in a list.
type belonging uint8

const (
	outside belonging = iota
	inside
	unknown // nobody has said it
)

// takes reports whether an entity that is added under the given arguments belongs
// to what k identifies. What the server has said of its fields decides, and what
// was asked for where it has said nothing. Fields is the filter of the arguments of k;
// row is zero when there is no answer.
func takes(k ListKey, fields filter, added ListKey, row Row) belonging {
	if k.Collection != added.Collection {
		return outside
	}
	belongs := inside
	for _, a := range k.Args {
		if a.Open {
			continue
		}
		named := func(b Arg) bool { return a.Name == b.Name }
		same := func(b Arg) bool { return a.Name == b.Name && a.Value == b.Value }
		f, isField := fields.by(a)
		switch {
		case isField && row.p != nil && row.present.Has(f.field):
			if !(filter{f}).fits(row.p) {
				return outside
			}
		case slices.ContainsFunc(added.Args, same):
		case isField && !slices.ContainsFunc(added.Args, named):
			belongs = unknown
		default:
			return outside
		}
	}
	return belongs
}
