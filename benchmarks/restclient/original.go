package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"

	"github.com/trefoil-go/trefoil/benchmarks/restclient/internal/measure"
)

// dataClient is the directory of the program that measures the original.
const dataClient = "dataclient"

const writeAmongMany = "unrelated write, 2000 rows"

// oursScenario does in Go what the program in dataclient does.
func oursScenario() scenario {
	return scenario{
		name: "original", title: "What Data Client is compared with",
		note: "Trefoil's side of the comparison: the figures of the last turn.",
		build: func(scale) (*bench, error) {
			b := &bench{}
			for _, n := range []int{fewRows, normalisedRows} {
				if err := b.addMemo(n, false); err != nil {
					return nil, err
				}
			}
			b.addUnmarshal(unmarshalOf(normalisedRows), encoded(someTodos(normalisedRows, 0)))
			return b, b.addUnchanged(normalisedRows)
		},
	}
}

// writeAmong measures a write of an entity that is in no list, next to one of 2 000
// rows, in nanoseconds.
func (p *program) writeAmong() (float64, error) {
	all, err := p.run("^BenchmarkStoreWriteAmong$", nil)
	if err != nil {
		return 0, err
	}
	if len(all) != 1 || len(all[0].metrics["ns-min"]) == 0 {
		return 0, fmt.Errorf("%s: no benchmark StoreWriteAmong with a metric ns-min", p.pkg)
	}
	return all[0].metrics["ns-min"][0], nil
}

// theirs is what dataclient/measure.mjs prints: nanoseconds.
type theirs struct {
	Node, Rest, Core     string
	MemoSmall, MemoLarge float64
	UnrelatedWrite       float64
	Parse                float64
	ParseAndNormalise    float64
}

func (t theirs) check() error {
	for _, figure := range []float64{t.MemoSmall, t.MemoLarge, t.UnrelatedWrite, t.Parse, t.ParseAndNormalise} {
		if !(figure > 0) {
			return fmt.Errorf("a figure of Data Client is missing: %+v", t)
		}
	}
	return nil
}

// turn is both, measured one after the other.
type turn struct {
	theirs theirs
	ours   map[string]float64 // nanoseconds, the smallest of the rounds
}

// original is the comparison with the original.
type original struct {
	turns   []turn
	missing string // why there are no turns
	ours    *measured
}

// measureOriginal takes turns with the original, if it can be run here. Write
// measures a write among 2 000 rows, which is internal to the client.
func measureOriginal(turns int, limit measure.Limit, write func() (float64, error)) (*original, error) {
	if missing := install(); missing != "" {
		return &original{missing: missing}, nil
	}
	s := oursScenario()
	b, err := s.ready(fullScale())
	if err != nil {
		return nil, err
	}
	defer b.close()
	o := &original{}
	for range turns {
		t := turn{ours: map[string]float64{}}
		if t.theirs, err = runTheirs(); err != nil {
			return nil, err
		}
		results, err := measure.Run(b.cases(), limit)
		if err != nil {
			return nil, err
		}
		for _, r := range results {
			t.ours[r.Name] = measure.Min(r.Rounds)
		}
		if t.ours[writeAmongMany], err = write(); err != nil {
			return nil, err
		}
		o.turns = append(o.turns, t)
		o.ours = &measured{scenario: s, results: results}
	}
	return o, nil
}

// install gets the packages that the lock file names, if they are not there. It
// returns why it cannot.
func install() (missing string) {
	for _, program := range []string{"node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			return program + " is not installed"
		}
	}
	npm := exec.Command("npm", "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund")
	npm.Dir, npm.Stderr = dataClient, os.Stderr
	if err := npm.Run(); err != nil {
		return fmt.Sprintf("npm ci: %v", err)
	}
	return ""
}

func runTheirs() (t theirs, err error) {
	node := exec.Command("node", "measure.mjs")
	node.Dir, node.Stderr = dataClient, os.Stderr
	node.Env = append(os.Environ(), "NODE_ENV=production")
	out, err := node.Output()
	if err != nil {
		return t, fmt.Errorf("measure Data Client: %w", err)
	}
	if err := json.Unmarshal(out, &t); err != nil {
		return t, fmt.Errorf("read the figures of Data Client: %w", err)
	}
	return t, t.check()
}

// each compares turn by turn.
func (o *original) each(compare func(turn) float64) []float64 {
	var compared []float64
	for _, t := range o.turns {
		compared = append(compared, compare(t))
	}
	return compared
}

// faster is how many times as long theirs takes, turn by turn.
func faster(their func(theirs) float64, our string) func(turn) float64 {
	return func(t turn) float64 { return their(t.theirs) / t.ours[our] }
}

// normaliseRatio is what normalising does to the time of parsing, as a part of
// what it does in the original.
func normaliseRatio(t turn) float64 {
	ours := t.ours[unchangedOf(normalisedRows)] / t.ours[unmarshalOf(normalisedRows)]
	return ours / (t.theirs.ParseAndNormalise / t.theirs.Parse)
}
