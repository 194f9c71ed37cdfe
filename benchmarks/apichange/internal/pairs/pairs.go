// Package pairs makes pairs of descriptions of which the second is the first with some
// random edits:
//
//	p := pairs.Make(1, 17)
//	fmt.Println(p.Edits) // [request: maxLength falls, an operation is new]
package pairs

import (
	_ "embed"
	"encoding/json"
	"math/rand/v2"
	"slices"
)

//go:embed base.json
var base []byte

// Pair is a description and an edited copy of it.
type Pair struct {
	Old, New []byte
	Edits    []string // what was done, in order
}

// maxEdits is how many edits a pair has at most.
const maxEdits = 3

// Make returns the pair of a seed and a number, always the same one.
func Make(seed, number uint64) Pair {
	d := begin(seed, number)
	old := d.text()
	var done []string
	for range 1 + d.random.IntN(maxEdits) {
		done = append(done, d.edit(func() edit { return pick(d.random) }))
	}
	return Pair{Old: old, New: d.text(), Edits: done}
}

// Only returns a pair of the edit of a name, one of Names.
func Only(name string, seed uint64) Pair {
	all := edits()
	e := all[slices.IndexFunc(all, func(e edit) bool { return e.name == name })]
	d := begin(seed, 0)
	old := d.text()
	return Pair{Old: old, Edits: []string{d.edit(func() edit { return e })}, New: d.text()}
}

func begin(seed, number uint64) *description {
	d := &description{random: rand.New(rand.NewPCG(seed, number))}
	if err := json.Unmarshal(base, &d.root); err != nil {
		panic(err) // it is embedded
	}
	return d
}

// edit is one way to change a description. It reports whether it has changed something.
type edit struct {
	name   string
	weight int // how often it is taken, in proportion
	apply  func(*description) bool
}

// usual is the weight of an edit; those of which it is known that the two comparisons
// judge them differently have rare.
const (
	usual = 20
	rare  = 1
)

func pick(random *rand.Rand) edit {
	all := edits()
	sum := 0
	for _, e := range all {
		sum += e.weight
	}
	n := random.IntN(sum)
	for _, e := range all {
		if n -= e.weight; n < 0 {
			return e
		}
	}
	return all[0] // not reached: n is below the sum
}

func edits() []edit {
	var all []edit
	for _, list := range [][]edit{operationEdits, parameterEdits, bodyEdits, responseEdits, schemaEdits} {
		all = append(all, list...)
	}
	return all
}

// Names returns the names of all edits.
func Names() []string {
	var names []string
	for _, e := range edits() {
		names = append(names, e.name)
	}
	return names
}
