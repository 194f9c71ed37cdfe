//go:build oasdiff

// Apichange holds the comparison of descriptions against that of oasdiff, on pairs of
// which the second is the first with random edits. See README.md.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"

	"github.com/trefoil-go/trefoil/benchmarks/apichange/internal/pairs"
)

// wanted is the part of the pairs on which the two agree, at least.
const wanted = 0.98

func main() {
	count := flag.Int("pairs", 500, "how many pairs are compared")
	seed := flag.Uint64("seed", 1, "of the pairs")
	out := flag.String("out", "-", "write the report to `file`, - for standard output")
	corpus := flag.String("corpus", cmp.Or(os.Getenv("TREFOIL_CORPUS"), "../../../shared/corpus"), "`directory` of descriptions, of which GitHub's is compared for the cost")
	flag.Parse()
	if err := run(*count, *seed, *out, *corpus); err != nil {
		fmt.Fprintln(os.Stderr, "apichange:", err)
		os.Exit(1)
	}
}

func run(count int, seed uint64, out, corpus string) error {
	if count < 1 {
		return fmt.Errorf("-pairs %d: at least one", count)
	}
	a := newAgreement(seed)
	for i := range count {
		if err := a.compare(i, pairs.Make(seed, uint64(i))); err != nil {
			return fmt.Errorf("pair %d: %w", i, err)
		}
	}
	var err error
	switch a.cost, err = cost(corpus); {
	case errors.Is(err, fs.ErrNotExist):
		fmt.Fprintln(os.Stderr, "apichange: the cost is not measured:", err)
	case err != nil:
		return err
	}
	if out == "-" {
		_, err = os.Stdout.Write(a.report())
	} else {
		err = os.WriteFile(out, a.report(), 0o644)
	}
	return errors.Join(err, a.judge())
}
