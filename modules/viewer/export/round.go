package export

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// each calls do for the numbers below n, several at the same time, and returns
// the error of the smallest number that has one. After an error no more are begun.
func each(n int, do func(i int) error) error {
	if n == 0 {
		return nil
	}
	var next atomic.Int64
	var failed atomic.Bool
	errs := make([]error, n)
	var workers sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && !failed.Load(); i = int(next.Add(1)) - 1 {
				if errs[i] = do(i); errs[i] != nil {
					failed.Store(true)
				}
			}
		})
	}
	workers.Wait()
	return errs[max(slices.IndexFunc(errs, func(err error) bool { return err != nil }), 0)]
}
