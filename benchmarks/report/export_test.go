package report

// What reads the files of the system, for files that tests write, and what a
// program says is linked in, for which a test binary has nothing to say.
var (
	ProcessorIn = processor
	LoadIn      = load
	VersionsOf  = versions
)
