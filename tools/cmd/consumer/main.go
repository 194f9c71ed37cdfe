// Command consumer fails when importing a published module costs more than was
// reviewed.
//
//	consumer [-update] [NAME ...]
//
// It publishes the modules of the work tree into a proxy outside the
// repository. Each consumer of tools/consumer then fetches its module into an
// empty module cache, is built and is run; what was downloaded is compared with
// tools/consumer/golden. -update rewrites those files instead, for review.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/trefoil-go/trefoil/tools/internal/consumer"
	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

func main() {
	update := flag.Bool("update", false, "rewrite the golden files instead of comparing with them")
	flag.Parse()
	ok, err := check(context.Background(), flag.Args(), *update)
	if err != nil {
		fmt.Fprintln(os.Stderr, "consumer:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

func check(ctx context.Context, names []string, update bool) (ok bool, err error) {
	repo, err := workspace.Find(".")
	if err != nil {
		return false, err
	}
	scratch, err := os.MkdirTemp("", "consumer-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(scratch)
	lab, err := consumer.NewLab(ctx, repo, scratch)
	if err != nil {
		return false, err
	}
	ok = true
	for _, module := range consumer.Uncovered(repo, consumer.All) {
		fmt.Printf("%s: no consumer imports it alone: add one to tools/internal/consumer/table.go\n", module)
		ok = false
	}
	chosen, err := choose(names)
	if err != nil {
		return false, err
	}
	return tryAll(ctx, repo, lab, chosen, update) && ok, nil
}

// tryAll tries as many consumers at once as there are processors: most of the time
// of one is that of unpacking its modules.
func tryAll(ctx context.Context, repo *workspace.Repo, lab *consumer.Lab, chosen []consumer.Consumer, update bool) bool {
	var failed atomic.Bool
	var running sync.WaitGroup
	free := make(chan struct{}, runtime.NumCPU())
	for _, c := range chosen {
		free <- struct{}{}
		running.Go(func() {
			defer func() { <-free }()
			if !try(ctx, repo, lab, c, update) {
				failed.Store(true)
			}
		})
	}
	running.Wait()
	return !failed.Load()
}

func choose(names []string) ([]consumer.Consumer, error) {
	if len(names) == 0 {
		return consumer.All, nil
	}
	var chosen []consumer.Consumer
	for _, name := range names {
		i := slices.IndexFunc(consumer.All, func(c consumer.Consumer) bool { return c.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("no consumer is named %s", name)
		}
		chosen = append(chosen, consumer.All[i])
	}
	return chosen, nil
}

// try reports one consumer, so that one that fails does not hide the others.
func try(ctx context.Context, repo *workspace.Repo, lab *consumer.Lab, c consumer.Consumer, update bool) bool {
	start := time.Now()
	report, err := lab.Try(ctx, c)
	if err != nil {
		fmt.Println(err)
		return false
	}
	fmt.Printf("consumer %s: built, ran and downloaded %d modules in %s\n", c.Name, len(report.Modules), time.Since(start).Round(time.Second/10))
	ok := true
	for _, m := range consumer.Forbidden(c, report.Modules) {
		fmt.Printf("consumer %s: downloads %s: no program that imports only %s may\n", c.Name, m, strings.Join(c.Modules, ", "))
		ok = false
	}
	if update {
		err = consumer.Update(repo, c, report.Modules)
	} else {
		err = compare(repo, c, report.Modules)
	}
	if err != nil {
		fmt.Printf("consumer %s: %v\n", c.Name, err)
	}
	return ok && err == nil
}

func compare(repo *workspace.Repo, c consumer.Consumer, modules []string) error {
	diff, err := consumer.Diff(repo, c, modules)
	if err != nil || len(diff) == 0 {
		return err
	}
	fmt.Println(strings.Join(diff, "\n"))
	return fmt.Errorf("the downloads differ from %s: run consumer -update and have the change reviewed", consumer.GoldenFile(c))
}
