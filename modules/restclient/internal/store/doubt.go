package store

// doubt is what mutations leave open.
type doubt struct {
	told    Stamp // when one was answered last that says that the value is there
	doubted Stamp // when one may have changed it last, to something that is not known
	inDoubt bool  // it is not known since whether it is there
	renamed Stamp // when a mutation has given it another key, which answers from before lack
	removed bool  // a mutation has deleted it, and no push has told of that so far
	echo    echo  // of the last mutation that has changed it
	// unseen is the last commit that changed what the server has said of the value, or of
	// what it shows, to what a mutation showed already.
	unseen uint64
}

// echo says whether pushes have told of what a mutation has changed: those that differ
// before may be older.
//
//	heard   → awaited      a mutation is answered
//	awaited → heard        a push tells the same
//	awaited → contested    a push tells something else, which makes the value stale
//	contested → heard      a read finds what that has told, or a push tells it again
//	contested → awaited    a read finds something else
type echo uint8

const (
	heard echo = iota
	awaited
	contested
)

// isAbout reports whether a write matters to it.
func (e echo) isAbout(w Write) bool {
	return !w.Mutation && (e == contested || e == awaited && w.Pushed)
}

// after is what follows on a row that was taken as a whole, or in part, and differs or not
// in fields that mutations are about.
func (e echo) after(w Write, whole, differs bool) echo {
	switch {
	case !e.isAbout(w):
		return e
	case differs && w.Pushed:
		return contested
	case differs:
		return awaited
	case whole:
		return heard
	}
	return e
}
