package store

import "github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"

// stamps are the starts of the newest requests that delivered a field, and that
// changed it, and when the last mutations were answered that have told of it, and
// that were about it.
type stamps struct{ delivered, changed, settled, claimed Stamp }

// outweighs reports whether what is known of a field is newer than what a request
// says that began at w.Start. The answer to a mutation may set the field unless a
// later request has changed it: that one has only seen the server before the
// mutation. A read that began before a mutation was answered may have been served
// before it.
func (f stamps) outweighs(w Write) bool {
	if w.Mutation {
		return f.changed > w.Start
	}
	return max(f.delivered, f.settled) > w.Start
}

// answered notes that the answer to a mutation has told of a field, and whether the
// mutation may be about it. It does nothing for a read.
func (f *stamps) answered(w Write, claims bool) {
	f.settled = max(f.settled, w.answered)
	if claims {
		f.claimed = max(f.claimed, w.answered)
	}
}

// claims are the fields that a mutation is about, as far as its layers tell: its
// answer counts as a change of them even if it brings what was there before.
type claims struct {
	shape.Mask
	known bool // that it is about no others
}

// mayHave reports whether the mutation may be about field i.
func (cl *claims) mayHave(i int) bool { return !cl.known || cl.Has(i) }
