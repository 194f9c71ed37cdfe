package consumer

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Check tries consumers and reads documents, all unless names chooses some, and writes
// what became of each. It returns false when one of them found a fault. With update, the
// golden files of the consumers are written anew in place of being compared.
func (l *Lab) Check(ctx context.Context, w io.Writer, names []string, update bool) (bool, error) {
	s := &session{Lab: l, w: w, update: update}
	consumers, pages, err := l.choose(names)
	if err != nil {
		return false, err
	}
	for _, module := range Uncovered(l.repo, All, l.commands) {
		s.fault("%s: no consumer imports it alone, or no document installs the program: see tools/internal/consumer/table.go", module)
	}
	var running sync.WaitGroup
	free := make(chan struct{}, runtime.NumCPU())
	start := func(job func()) {
		free <- struct{}{}
		running.Go(func() {
			defer func() { <-free }()
			job()
		})
	}
	if len(pages) > 0 { // first, because it takes the longest
		start(func() { s.read(ctx, pages) })
	}
	for _, c := range consumers {
		start(func() { s.try(ctx, c) })
	}
	running.Wait()
	return !s.failed.Load(), nil
}

func (l *Lab) choose(names []string) (consumers []Consumer, pages []string, err error) {
	all := l.Pages(All)
	if len(names) == 0 {
		return All, all, nil
	}
	for _, name := range names {
		i := slices.IndexFunc(All, func(c Consumer) bool { return c.Name == name })
		switch {
		case i >= 0:
			consumers = append(consumers, All[i])
		case slices.Contains(all, name):
			pages = append(pages, name)
		default:
			return nil, nil, fmt.Errorf("no consumer is named %s, and no document of that name has commands of its own", name)
		}
	}
	return consumers, pages, nil
}

// session is one check. What it reports, it reports at once, so that a fault does not
// hide the next.
type session struct {
	*Lab
	update bool
	failed atomic.Bool

	mu sync.Mutex
	w  io.Writer
}

func (s *session) say(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintf(s.w, format+"\n", args...)
}

func (s *session) fault(format string, args ...any) {
	s.failed.Store(true)
	s.say(format, args...)
}

// read installs the programs first, which all pages use.
func (s *session) read(ctx context.Context, pages []string) {
	start := time.Now()
	if err := s.Install(ctx, pages); err != nil {
		s.fault("%v", err)
		return
	}
	n := 0
	for _, page := range pages {
		n += len(s.of(page))
		if err := s.Read(ctx, page); err != nil {
			s.fault("%v", err)
		}
	}
	s.say("commands of %d documents: typed %d in %s", len(pages), n, since(start))
}

func (s *session) try(ctx context.Context, c Consumer) {
	start := time.Now()
	report, err := s.Try(ctx, c)
	if err != nil {
		s.fault("%v", err)
		return
	}
	s.say("consumer %s: built, ran and downloaded %d modules in %s", c.Name, len(report.Modules), since(start))
	for _, m := range Forbidden(c, report.Modules) {
		s.fault("consumer %s: downloads %s: no program that imports only %s may", c.Name, m, strings.Join(c.Modules, ", "))
	}
	if s.update {
		err = Update(s.repo, c, report.Modules)
	} else {
		err = s.compare(c, report.Modules)
	}
	if err != nil {
		s.fault("consumer %s: %v", c.Name, err)
	}
}

func (s *session) compare(c Consumer, modules []string) error {
	diff, err := Diff(s.repo, c, modules)
	if err != nil || len(diff) == 0 {
		return err
	}
	return fmt.Errorf("the downloads differ from %s: run consumer -update and have the change reviewed\n%s", GoldenFile(c), strings.Join(diff, "\n"))
}

func since(start time.Time) time.Duration { return time.Since(start).Round(time.Second / 10) }
