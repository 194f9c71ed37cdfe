package devtools

// view is what a page shows.
type view struct {
	Title    string
	Template string // of the body
	CSS, JS  string
	Events   string // where changes are told; empty for what does not change
	Nav      []link
	Tables   []link
	Past     *past
	Who      *who
	Body     any
}

type link struct {
	Text, URL string
	Current   bool
	Note      string // such as a count
}

// past says which state is shown, if it is not the newest.
type past struct {
	Seq             uint64
	Now             string
	Earlier, Later  string // may be empty
	Commit, Changes string
}

// who is for whom the data is.
type who struct {
	Name    string
	Home    string // empty when it is shown
	Options []link
}
