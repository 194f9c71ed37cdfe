package share_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/share"
)

var (
	errOver = errors.New("over")
	errOwn  = errors.New("own")
)

// work is a task that lasts until it is released.
type work struct {
	release  chan error // nil: at once
	value    any
	needless bool
	log      []string // what was called, by the goroutine of the call
	left     []error  // what the callers were told
	joined   int
}

func (w *work) Run(ctx context.Context) (any, error) {
	w.log = append(w.log, "run")
	if w.release == nil {
		return w.value, nil
	}
	select {
	case err, ok := <-w.release:
		if !ok {
			panic("broken")
		}
		return w.value, err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (w *work) Needless() bool { return w.needless }

func (w *work) Begin(ctx context.Context, joined bool) (context.Context, func(error)) {
	if joined {
		w.joined++
	}
	return ctx, func(err error) { w.left = append(w.left, err) }
}

func (w *work) Ended(_ context.Context, err error) {
	if err != nil {
		w.log = append(w.log, err.Error())
		return
	}
	w.log = append(w.log, "ended")
}

// door is a scope, with what the specs need besides.
type door struct {
	*WithT
	*share.Scope[string]
	group *share.Group
}

// result is what Do returns.
type result struct {
	value    any
	needless bool
	err      error
}

// do calls Do in a goroutine.
func (d *door) do(ctx context.Context, key string, t share.Task) <-chan result {
	done := make(chan result, 1)
	go func() {
		value, needless, err := d.Do(ctx, key, t)
		done <- result{value, needless, err}
	}()
	synctest.Wait()
	return done
}

// in runs f in a bubble, with a scope whose calls may last a minute.
func in(t *testing.T, f func(context.Context, *door)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		group := share.NewGroup(time.Minute, func(cause, err error) error { return errors.Join(cause, err) })
		defer group.Close(errOver)
		f(t.Context(), &door{NewWithT(t), share.NewScope[string](group), group})
	})
}

func TestScopeRunsOneTaskForAllWhoWait(t *testing.T) {
	in(t, func(ctx context.Context, d *door) {
		first, second := &work{release: make(chan error), value: 1}, &work{}
		one := d.do(ctx, "a", first)
		other := d.do(ctx, "a", second)
		apart := d.do(ctx, "b", &work{value: 2})
		d.Expect(d.Calls()).To(ConsistOf(And(HaveField("About", first), HaveField("Waiters", 2))))

		first.release <- nil

		d.Expect([]result{<-one, <-other, <-apart}).To(Equal([]result{{value: 1}, {value: 1}, {value: 2}}))
		d.Expect(first.log).To(Equal([]string{"run", "ended"}))
		d.Expect(second.log).To(BeEmpty())
		d.Expect([]int{first.joined, second.joined}).To(Equal([]int{0, 1}))
		d.Expect(second.left).To(Equal([]error{nil}))
		d.Expect(d.Calls()).To(BeEmpty())
	})
}

func TestScopeRunsNothingThatIsNeedless(t *testing.T) {
	in(t, func(ctx context.Context, d *door) {
		task := &work{needless: true}

		d.Expect(<-d.do(ctx, "a", task)).To(Equal(result{needless: true}))

		d.Expect(task.log).To(BeEmpty())
		d.Expect(task.joined).To(Equal(1))
	})
}

func TestScopeEndsACallWhenTheLastHasLeft(t *testing.T) {
	in(t, func(ctx context.Context, d *door) {
		task := &work{release: make(chan error)}
		one, leaveOne := context.WithCancel(ctx)
		two, leaveTwo := context.WithCancel(ctx)
		first, second := d.do(one, "a", task), d.do(two, "a", &work{})

		leaveOne()
		d.Expect(<-first).To(Equal(result{err: context.Canceled}))
		synctest.Wait()
		d.Expect(d.Calls()).To(HaveLen(1))
		leaveTwo()
		d.Expect(<-second).To(Equal(result{err: context.Canceled}))
		synctest.Wait()

		d.Expect(d.Calls()).To(BeEmpty())
		d.Expect(task.log).To(HaveLen(2))
	})
}

func TestScopeRunsATaskBesideOneThatAllHaveLeft(t *testing.T) {
	in(t, func(ctx context.Context, d *door) {
		stubborn := &ignoring{release: make(chan struct{})}
		leaving, leave := context.WithCancel(ctx)
		d.do(leaving, "a", stubborn)
		leave()
		synctest.Wait()

		d.Expect(<-d.do(ctx, "a", &work{value: 2})).To(Equal(result{value: 2}))
		close(stubborn.release)
	})
}

// ignoring is a task that does not care when its context ends.
type ignoring struct {
	work
	release chan struct{}
}

func (i *ignoring) Run(context.Context) (any, error) {
	<-i.release
	return nil, nil
}

func TestScopeRunsTheTaskOfWhoCannotLeaveInItsGoroutine(t *testing.T) {
	in(t, func(_ context.Context, d *door) {
		d.Expect(func() { _, _, _ = d.Do(context.Background(), "a", broken()) }).To(PanicWith("broken"))
	})
}

// broken is a task that panics.
func broken() *work {
	w := &work{release: make(chan error)}
	close(w.release)
	return w
}

func TestScopeTellsThoseWhoShareATaskThatItPanicked(t *testing.T) {
	in(t, func(ctx context.Context, d *door) {
		task := &work{release: make(chan error)}
		go func() {
			defer func() { _ = recover() }()
			_, _, _ = d.Do(context.Background(), "a", task)
		}()
		synctest.Wait()
		other := d.do(ctx, "a", &work{})

		close(task.release)

		d.Expect(<-other).To(Equal(result{err: share.ErrPanicked}))
		d.Expect(task.log).To(Equal([]string{"run", share.ErrPanicked.Error()}))
		d.Expect(d.Calls()).To(BeEmpty())
	})
}

func TestScopeStartsWhatNobodyWaitsFor(t *testing.T) {
	in(t, func(ctx context.Context, d *door) {
		task := &work{release: make(chan error), value: 1}
		starting, leave := context.WithCancel(ctx)

		d.Start(starting, "a", task)
		leave()
		d.Start(ctx, "a", &work{})
		other := d.do(ctx, "a", &work{})
		task.release <- errOwn

		d.Expect(<-other).To(Equal(result{value: 1, err: errOwn}))
		d.Expect(task.log).To(Equal([]string{"run", "own"}))
	})
}

func TestScopeForgetsWhatWasAsked(t *testing.T) {
	in(t, func(ctx context.Context, d *door) {
		task := &work{release: make(chan error), value: 1}
		before := d.do(ctx, "a", task)

		d.Forget("a", func() { d.Expect(task.log).To(Equal([]string{"run"})) })

		d.Expect(<-d.do(ctx, "a", &work{value: 2})).To(Equal(result{value: 2}))
		task.release <- nil
		d.Expect(<-before).To(Equal(result{value: 1}))
	})
}

func TestScopeEndsWithACause(t *testing.T) {
	in(t, func(ctx context.Context, d *door) {
		other := share.NewScope[string](d.group)
		elsewhere := &work{release: make(chan error)}
		other.Start(ctx, "a", elsewhere)
		task := &work{release: make(chan error)}
		waiting := d.do(ctx, "a", task)
		attached, _ := d.Attach(ctx)

		d.End(errOwn)

		d.Expect((<-waiting).err).To(MatchError(errOwn))
		synctest.Wait()
		d.Expect(task.log).To(HaveExactElements("run", And(ContainSubstring("own"), ContainSubstring("context canceled"))))
		d.Expect(context.Cause(attached)).To(Equal(errOwn))
		late, _ := d.Attach(ctx)
		d.Expect(context.Cause(late)).To(Equal(errOwn))
		d.Expect(d.Ended()).To(BeClosed())
		d.Expect(other.Calls()).To(HaveLen(1))
		d.Expect(other.Ended()).NotTo(BeClosed())
	})
}

func TestScopeBeginsNothingAfterItsEnd(t *testing.T) {
	in(t, func(ctx context.Context, d *door) {
		task := &work{value: 1}
		d.End(errOwn)

		_, alone := d.Alone(ctx, task)
		_, _, shared := d.Do(ctx, "a", task)
		_, _, waiting := d.Do(context.Background(), "a", task)
		_, _, opened := d.Open(ctx, task)
		d.Start(ctx, "a", task)

		d.Expect([]error{alone, shared, waiting, opened}).To(HaveEach(errOwn))
		synctest.Wait()
		d.Expect(task.log).To(BeEmpty())
		d.Expect(d.Calls()).To(BeEmpty())
	})
}

func TestScopeKeepsTheErrorThatHasLedToItsEnd(t *testing.T) {
	in(t, func(ctx context.Context, d *door) {
		task := &ending{work: work{release: make(chan error)}, scope: d.Scope}
		waiting := d.do(ctx, "a", task)

		task.release <- errOwn

		d.Expect(<-waiting).To(Equal(result{err: errOwn}))
	})
}

// ending ends its scope when it is over.
type ending struct {
	work
	scope *share.Scope[string]
}

func (e *ending) Ended(context.Context, error) { e.scope.End(errOver) }

func TestScopeRunsATaskAlone(t *testing.T) {
	in(t, func(ctx context.Context, d *door) {
		task := &work{value: 1}

		value, err := d.Alone(ctx, task)

		d.Expect(value).To(Equal(1))
		d.Expect(err).NotTo(HaveOccurred())
		d.Expect(task.log).To(Equal([]string{"run", "ended"}))
	})
}

func TestScopeOpensWhatNoTimeoutBounds(t *testing.T) {
	in(t, func(ctx context.Context, d *door) {
		opened, release, err := d.Open(ctx, "about")
		d.Expect(err).NotTo(HaveOccurred())
		time.Sleep(time.Hour)

		d.Expect(opened.Err()).NotTo(HaveOccurred())
		d.Expect(d.Calls()).To(ConsistOf(HaveField("About", "about")))
		release()
		release()

		d.Expect(opened.Err()).To(HaveOccurred())
		d.Expect(d.Calls()).To(BeEmpty())
	})
}

func TestGroupBoundsEachTask(t *testing.T) {
	in(t, func(ctx context.Context, d *door) {
		began := time.Now()

		d.Expect(<-d.do(ctx, "a", &work{release: make(chan error)})).To(Equal(result{err: context.DeadlineExceeded}))

		d.Expect(time.Since(began)).To(Equal(time.Minute))
	})
}

func TestGroupClosesAllCallsAndWaitsForThem(t *testing.T) {
	in(t, func(ctx context.Context, d *door) {
		task := &work{release: make(chan error)}
		waiting := d.do(ctx, "a", task)
		opened, _, err := d.Open(ctx, nil)
		d.Expect(err).NotTo(HaveOccurred())
		attached, detach := d.Attach(ctx)

		d.group.Close(errOwn)

		d.Expect(d.Calls()).To(BeEmpty())
		d.Expect((<-waiting).err).To(MatchError(errOwn))
		d.Expect(context.Cause(opened)).To(Equal(errOwn))
		d.Expect(context.Cause(attached)).To(Equal(errOwn))
		d.Expect(d.group.Closed()).To(BeClosed())
		detach()
		_, err = d.Alone(ctx, &work{})
		d.Expect(err).To(Equal(errOwn))
		_, _, err = d.Open(ctx, nil)
		d.Expect(err).To(Equal(errOwn))
		d.Expect(<-d.do(ctx, "a", &work{})).To(Equal(result{err: errOwn}))
	})
}
