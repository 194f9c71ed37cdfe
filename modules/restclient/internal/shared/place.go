package shared

import "crypto/rand"

// Read says which answer is meant.
type Read struct {
	Identity string // whom it is for; empty for everybody
	Method   string
	URL      string
	Variant  string   // tells answers to one URL apart
	Of       []string // what the answer is made of, at least one
}

// Place is where one answer is. It belongs to one read.
type Place struct {
	keys     []string // of the answer, of its text, and of the versions of what it is made of; never changed
	versions [][]byte // those; nil for what has none

	looked bool     // by LookAll, for the next Find
	values [][]byte // what that has read; none where the store fails
}

// Again is the same place, for another read.
func (p *Place) Again() *Place { return &Place{keys: p.keys} }

// Miss is LookAll of a store that fails.
func (p *Place) Miss() { p.looked, p.values = true, nil }

// isReady reports whether all versions are there.
func (p *Place) isReady() bool {
	for _, version := range p.versions {
		if version == nil {
			return false
		}
	}
	return len(p.versions) > 0
}

// versionSize is how long a version is, in bytes.
const versionSize = 16

func newVersion() []byte {
	version := make([]byte, versionSize)
	_, _ = rand.Read(version) // which never fails
	return version
}
