package devtools

type stat struct {
	Label string
	Value int
	URL   string // may be empty
}

type tableView struct {
	Name, URL   string
	Kind        string
	Rows, Lists int
	Internal    bool
}

type callView struct{ Name, Purpose, Method, URL, Since string }

type layerView struct {
	By, Since string
	Changes   []link
}

// lastCommits is how many commits the overview shows.
const lastCommits = 8

type answerView struct {
	Token                 string
	Name, Method, URL     string
	Tags, Status, AskedAt string
	FromShared            bool
}

type commitView struct {
	Seq     string
	URL     string
	State   string // the page that shows the state after it
	By, Ago string
	When    string
	Changes []summary
}

// summary counts the changes of one kind.
type summary struct {
	Kind, Type string
	N          int
}
