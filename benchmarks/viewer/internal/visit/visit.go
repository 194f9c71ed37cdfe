// Package visit opens a page in a browser of its own and measures what the
// reader waits for and what the page takes.
//
//	figures := visit.Do(ctx, visit.Task{URL: url, Texts: []string{"List pets"}, Timeout: time.Minute})
//
// The rules are the same for every page: a text is seen when an element whose
// whole text it is has been painted in the content of the page.
package visit

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/memory"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

//go:embed watch.js
var watch string

// Task is a page to open and what to wait for.
type Task struct {
	// Blank is the address of an empty page of the same origin, opened first: no
	// figure holds the start of the browser.
	Blank string
	URL   string
	// Texts are what is waited for; one of them is enough.
	Texts []string
	// Beside is the CSS selector of what is not the content of the page.
	Beside string
	// InView wants the text where the reader sees it without scrolling.
	InView bool
	// Timeout bounds the visit.
	Timeout time.Duration
	// Shot is a file for a screenshot at the end, empty for none.
	Shot string
}

// Outcome is how a visit ended.
type Outcome string

// The outcomes.
const (
	Shown    Outcome = "done"
	Late     Outcome = "did not finish"      // the text was not there in time, or the page never quiet
	Absent   Outcome = "not there"           // the page was quiet for long and did not show the text
	Left     Outcome = "did not stay"        // the text was in view and is not at the end
	Crashed  Outcome = "crashed"             // the browser gave up the page
	Untried  Outcome = "not tried"           // the visit before did not finish either
	Unopened Outcome = "could not be opened" // the browser did not start, or did not take orders
)

// Figures are those of one visit. Those that could not be read are not numbers.
type Figures struct {
	Outcome Outcome
	Reason  string // of an outcome other than Shown

	Painted  float64 // ms from the start of the navigation to the first text or image that is painted
	Text     float64 // ms from the start of the navigation to the text in the content
	Listed   float64 // ms to the text anywhere, lists of contents included
	CPU      float64 // ms of the main thread until the page was quiet
	Blocking float64 // ms of tasks beyond 50 ms each
	Longest  float64 // ms of the longest task; at most 50 when there was no long one
	Heap     float64 // bytes of JavaScript after garbage collection
	Elements float64 // of the document and of its shadow trees
	Nodes    float64 // that the browser holds for the page

	Traffic
}

// Do visits a page with a browser and a profile that nothing has used before.
func Do(ctx context.Context, task Task) Figures {
	ctx, cancel := context.WithTimeout(ctx, task.Timeout+30*time.Second) // for the browser and the figures
	defer cancel()
	f := nothing()
	b, err := open(ctx, task)
	if err != nil {
		return f.ended(Unopened, err)
	}
	defer b.close()
	return b.measure(task)
}

// NotMade is the figures of a visit that is not made.
func NotMade(why string) Figures { return nothing().ended(Untried, errors.New(why)) }

func nothing() Figures {
	nan := math.NaN()
	return Figures{Painted: nan, Text: nan, Listed: nan, CPU: nan, Blocking: nan, Longest: nan, Heap: nan, Elements: nan, Nodes: nan}
}

func (f Figures) ended(how Outcome, why error) Figures {
	f.Outcome = how
	if why != nil {
		f.Reason = why.Error()
	}
	return f
}

// seen is what the watcher in the page has noted.
type seen struct {
	Painted float64      `json:"painted"`
	Seen    float64      `json:"seen"`
	Listed  float64      `json:"listed"`
	InView  bool         `json:"inView"`
	Tasks   [][2]float64 `json:"tasks"` // start and duration
	Now     float64      `json:"now"`
}

// measure opens the page and waits for its text, and then until it is quiet.
func (b *browser) measure(task Task) Figures {
	f := nothing()
	before, err := b.cpu()
	if err != nil {
		return f.ended(Unopened, err)
	}
	began := time.Now()
	b.traffic.start()
	if err := b.run(task.Timeout, navigate(task.URL)); err != nil {
		return b.gaveUp(f, err)
	}
	last, err := b.wait(began.Add(task.Timeout))
	f.Traffic = b.traffic.sum()
	f.take(last)
	if err != nil {
		b.shoot(task.Shot)
		return b.gaveUp(f, err)
	}
	f = b.weigh(f, before)
	b.shoot(task.Shot)
	if task.InView && !last.InView {
		return f.ended(Left, nil)
	}
	return f.ended(Shown, nil)
}

// navigate begins to open a page and does not wait for it.
func navigate(url string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		_, _, failure, _, err := page.Navigate(url).Do(ctx)
		if err == nil && failure != "" {
			err = fmt.Errorf("open %s: %s", url, failure)
		}
		return err
	})
}

const (
	// quiet is how long nothing has to happen at the end of a visit.
	quiet = time.Second
	// hopeless is how long nothing has to happen until the text is not waited
	// for any longer.
	hopeless = 10 * time.Second
	// slow is how long a page that does nothing does not take to answer.
	slow = 200 * time.Millisecond
)

// wait looks until the text is seen and the page is quiet, or time is up.
func (b *browser) wait(deadline time.Time) (last seen, err error) {
	busy := time.Now() // when the page last kept us waiting: such a task is not reported yet
	for {
		if b.crashed.Load() {
			return last, errCrashed
		}
		remaining := time.Until(deadline)
		if remaining <= 0 {
			return last, errLate
		}
		asked := time.Now()
		state, err := b.look(remaining)
		if err != nil {
			return last, err
		}
		if time.Since(asked) > slow {
			busy = time.Now()
		}
		last = state
		silent := func(d time.Duration) bool {
			return time.Since(busy) >= d && state.quiet(d) && b.traffic.quiet(d)
		}
		switch {
		case state.Seen > 0 && silent(quiet):
			return last, nil
		case state.Seen == 0 && silent(hopeless):
			return last, errAbsent
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// quiet reports whether the text and the last long task are some time ago.
func (s seen) quiet(d time.Duration) bool {
	last := s.Seen
	for _, t := range s.Tasks {
		last = max(last, t[0]+t[1])
	}
	return s.Now-last >= float64(d/time.Millisecond)
}

func (b *browser) look(limit time.Duration) (s seen, err error) {
	const script = `JSON.stringify({...(window.trefoilWatch ?? {tasks: []}), now: performance.now(),
		painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0})`
	var text string
	if err := b.run(limit, chromedp.Evaluate(script, &text)); err != nil {
		return s, err
	}
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return s, fmt.Errorf("read what the page has noted: %w", err)
	}
	return s, nil
}

// shortest is the duration from which a task is long, in ms.
const shortest = 50

func (f *Figures) take(s seen) {
	if s.Painted > 0 {
		f.Painted = s.Painted
	}
	if s.Seen > 0 {
		f.Text = s.Seen
	}
	if s.Listed > 0 {
		f.Listed = s.Listed
	}
	f.Blocking, f.Longest = 0, shortest
	for _, t := range s.Tasks {
		f.Blocking += max(0, t[1]-shortest)
		f.Longest = max(f.Longest, t[1])
	}
}

// weigh reads what the page takes now that it is quiet.
func (b *browser) weigh(f Figures, before float64) Figures {
	const limit = 30 * time.Second
	if after, err := b.cpu(); err == nil {
		f.CPU = after - before
	}
	var elements float64
	if b.run(limit, chromedp.Evaluate(countElements, &elements)) == nil {
		f.Elements = elements
	}
	_ = b.run(limit, chromedp.ActionFunc(func(ctx context.Context) error {
		for range 2 { // what the first frees may hold more
			if err := heapprofiler.CollectGarbage().Do(ctx); err != nil {
				return err
			}
		}
		used, _, _, _, err := runtime.GetHeapUsage().Do(ctx)
		if err != nil {
			return err
		}
		f.Heap = used
		_, nodes, _, err := memory.GetDOMCounters().Do(ctx)
		if err == nil {
			f.Nodes = float64(nodes)
		}
		return err
	}))
	return f
}

// countElements counts the elements of the page and of its shadow trees.
const countElements = `(function count(root) {
	let n = 0;
	for (const e of root.querySelectorAll("*")) n += 1 + (e.shadowRoot ? count(e.shadowRoot) : 0);
	return n;
})(document)`

// cpu is the time of the main thread of the page, in ms.
func (b *browser) cpu() (ms float64, err error) {
	err = b.run(10*time.Second, chromedp.ActionFunc(func(ctx context.Context) error {
		metrics, err := performance.GetMetrics().Do(ctx)
		for _, m := range metrics {
			if m.Name == "TaskDuration" {
				ms = m.Value * 1000
			}
		}
		return err
	}))
	return ms, err
}

// prepare makes a browser ready for the page.
func (b *browser) prepare(task Task) error {
	script, err := watcher(task)
	if err != nil {
		return err
	}
	return b.run(20*time.Second,
		dom.Disable(), css.Disable(), log.Disable(), runtime.Disable(), // chromedp listens to what is not needed here
		network.Enable(), page.Enable(), performance.Enable().WithTimeDomain(performance.EnableTimeDomainThreadTicks),
		emulation.SetDeviceMetricsOverride(1440, 900, 1, false),
		chromedp.Navigate(task.Blank),
		chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := page.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
			return err
		}))
}

// watcher is the script of the page.
func watcher(task Task) (string, error) {
	config, err := json.Marshal(map[string]any{"texts": task.Texts, "beside": task.Beside, "inView": task.InView})
	if err != nil {
		return "", fmt.Errorf("tell the page what to wait for: %w", err)
	}
	function := watch[strings.Index(watch, "(config)"):]
	return "(" + strings.TrimSpace(function) + ")(" + string(config) + ")", nil
}
