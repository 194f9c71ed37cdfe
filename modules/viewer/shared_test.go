package viewer_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// The tests of this file run in bubbles: time passes when everything waits.

func TestASharedDescriptionThatNobodyShowsYet(t *testing.T) {
	inBubbles(t, []bubbleTest{
		{"is asked for by one of those that start together", func(t *testing.T, g Gomega) {
			f := newFleet(t, g)
			f.up.takes(2 * time.Second)

			all := []*viewer.Viewer{f.replica(), f.replica(), f.replica()}
			for _, v := range all {
				<-v.Ready()
			}

			for _, v := range all {
				g.Expect(titleOf(v)).To(Equal("one"))
				g.Expect(v.Err()).NotTo(HaveOccurred())
			}
			g.Expect(f.up.asked.Load()).To(Equal(int64(1)))
		}},
		{"is waited for no longer than five seconds", func(t *testing.T, g Gomega) {
			f := newFleet(t, g)
			f.up.takes(20 * time.Second)
			f.replica()
			pass(time.Second)
			f.up.takes(0)

			begin := time.Now()
			second := f.started()

			g.Expect(time.Since(begin)).To(BeNumerically("~", 5*time.Second, 200*time.Millisecond))
			g.Expect(titleOf(second)).To(Equal("one"))
		}},
		{"is asked for by another one where the first has failed", func(t *testing.T, g Gomega) {
			f := newFleet(t, g)
			f.up.has("")
			f.up.takes(time.Second)
			f.replica()
			second := f.replica()
			pass(500 * time.Millisecond)
			f.up.has("one")
			pass(2 * time.Second)

			g.Expect(titleOf(second)).To(Equal("one"))
		}},
	})
}

func TestASharedDescriptionThatOthersShow(t *testing.T) {
	inBubbles(t, []bubbleTest{
		{"is shown without the source", func(t *testing.T, g Gomega) {
			f := newFleet(t, g)
			f.started()
			f.up.has("")

			second := f.started()
			pass(time.Second)

			g.Expect(titleOf(second)).To(Equal("one"))
			g.Expect(second.Err()).NotTo(HaveOccurred())
			g.Expect(f.up.asked.Load()).To(Equal(int64(1)))
		}},
		{"is shown until the source has answered, which was not asked for a minute", func(t *testing.T, g Gomega) {
			f := newFleet(t, g)
			first := f.started()
			pass(2 * time.Minute)
			f.up.has("two")
			f.up.takes(10 * time.Second)

			second := f.started()
			g.Expect(titleOf(second)).To(Equal("one"))
			pass(11 * time.Second)

			g.Expect([]string{titleOf(first), titleOf(second)}).To(Equal([]string{"two", "two"}))
		}},
		{"is there for as long as one shows it, and forgotten ten minutes later", func(t *testing.T, g Gomega) {
			f := newFleet(t, g)
			first := f.started()
			pass(time.Hour)
			f.up.has("")
			g.Expect(titleOf(f.started())).To(Equal("one"))

			g.Expect(first.Close()).To(Succeed())
			other := newFleet(t, g)
			g.Expect(other.started().Close()).To(Succeed())
			other.up.has("")
			pass(11 * time.Minute)
			g.Expect(other.started().Err()).To(MatchError(ContainSubstring("503")))
		}},
		{"is that of its name", func(t *testing.T, g Gomega) {
			f := newFleet(t, g)
			f.started()
			f.up.has("two")

			other := f.started(viewer.WithShared("museum", f.blobs, f.signals))

			g.Expect(titleOf(other)).To(Equal("two"))
		}},
	})
}

func TestASharedDescriptionThatChanges(t *testing.T) {
	inBubbles(t, []bubbleTest{
		{"is shown by all behind a reload of one, with one question", func(t *testing.T, g Gomega) {
			f := newFleet(t, g)
			var told atomic.Int64
			first, second := f.started(), f.started(viewer.WithOnUpdate(func(string) { told.Add(1) }))
			f.up.has("two")

			g.Expect(first.Reload(t.Context())).To(Succeed())
			g.Expect(titleOf(first)).To(Equal("two"))
			pass(hinted)

			g.Expect(titleOf(second)).To(Equal("two"))
			g.Expect(told.Load()).To(Equal(int64(1)))
			g.Expect(f.up.asked.Load()).To(Equal(int64(2)))
		}},
		{"is shown within ten seconds where signals are lost", func(t *testing.T, g Gomega) {
			f := newFleet(t, g)
			f.signals = nil
			first, second := f.started(), f.started()
			f.up.has("two")

			g.Expect(first.Reload(t.Context())).To(Succeed())
			pass(looked)

			g.Expect(titleOf(second)).To(Equal("two"))
		}},
		{"clears the failure of one that could not load it", func(t *testing.T, g Gomega) {
			f := newFleet(t, g)
			first, second := f.started(), f.started()
			f.up.has("")
			g.Expect(second.Reload(t.Context())).NotTo(Succeed())
			f.up.has("two")

			g.Expect(first.Reload(t.Context())).To(Succeed())
			pass(hinted)

			g.Expect(titleOf(second)).To(Equal("two"))
			g.Expect(second.Err()).NotTo(HaveOccurred())
		}},
		{"is loaded by each where its source reads no texts", func(t *testing.T, g Gomega) {
			f := newFleet(t, g)
			var title atomic.Value
			title.Store("one")
			source := core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) { return titled(title.Load().(string)), nil })
			first, second := f.replicaOf(source), f.replicaOf(source)
			<-first.Ready()
			<-second.Ready()
			title.Store("two")

			g.Expect(first.Reload(t.Context())).To(Succeed())
			pass(hinted)

			g.Expect(titleOf(second)).To(Equal("two"))
		}},
	})
}

func TestASharedDescriptionThatIsWatched(t *testing.T) {
	inBubbles(t, []bubbleTest{
		{"is shown by all when one sees that its file was edited", func(t *testing.T, g Gomega) {
			f := newFleet(t, g)
			file := filepath.Join(t.TempDir(), "api.json")
			edit := func(title string) { g.Expect(os.WriteFile(file, []byte(spec(title)), 0o600)).To(Succeed()) }
			edit("one")
			source, err := openapi.FromFile(file)
			g.Expect(err).NotTo(HaveOccurred())
			first := f.replicaOf(source, viewer.WithWatch(looks))
			<-first.Ready()
			second := f.started()

			for _, title := range []string{"two", "three"} {
				edit(title)
				pass(soon)
				g.Expect([]string{titleOf(first), titleOf(second)}).To(Equal([]string{title, title}))
			}
		}},
		{"is found by one that watches, though it took what was there before", func(t *testing.T, g Gomega) {
			f := newFleet(t, g)
			g.Expect(f.started().Close()).To(Succeed())
			f.up.has("two")

			second := f.started(viewer.WithWatch(looks))
			pass(soon)

			g.Expect(titleOf(second)).To(Equal("two"))
		}},
	})
}

func TestVersionsInARace(t *testing.T) {
	inBubbles(t, []bubbleTest{
		{"end with the one that was read last", func(t *testing.T, g Gomega) {
			f := newFleet(t, g)
			first, second := f.started(), f.started()
			f.up.has("two")
			f.up.takes(2 * time.Second)
			reloaded := make(chan error, 1)
			go func() { reloaded <- first.Reload(t.Context()) }()
			pass(time.Second)

			f.up.has("three")
			f.up.takes(0)
			g.Expect(second.Reload(t.Context())).To(Succeed())
			g.Expect(<-reloaded).To(Succeed())

			g.Expect([]string{titleOf(first), titleOf(second)}).To(Equal([]string{"three", "three"}))
			pass(looked)
			g.Expect([]string{titleOf(first), titleOf(second)}).To(Equal([]string{"three", "three"}))
		}},
		{"never go back, whoever reloads when, and end as one", func(t *testing.T, g Gomega) {
			for seed := range uint64(10) {
				race(t, g, seed)
			}
		}},
	})
}

// race lets replicas come, go and reload while their upstream changes, and the network
// between them and it takes its time.
func race(t *testing.T, g Gomega, seed uint64) {
	f := newFleet(t, g)
	random := rand.New(rand.NewPCG(seed, 19))
	f.up.has("0")
	shown := map[*viewer.Viewer]int{}
	var all []*viewer.Viewer
	look := func() {
		for _, v := range all {
			if v.Document() == nil {
				continue
			}
			n, err := strconv.Atoi(v.Document().Info.Title)
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(n).To(BeNumerically(">=", shown[v]), "seed %d: a replica has gone back", seed)
			shown[v] = n
		}
	}
	var reloading sync.WaitGroup
	last := 0
	for range 120 {
		switch random.IntN(4) {
		case 0:
			last++
			f.up.has(strconv.Itoa(last))
		case 1:
			f.up.takes(time.Duration(random.IntN(1500)) * time.Millisecond)
		case 2:
			if len(all) < 4 {
				all = append(all, f.replica())
			}
		case 3:
			if len(all) > 0 {
				v := all[random.IntN(len(all))]
				reloading.Go(func() {
					if err := v.Reload(t.Context()); err != nil {
						t.Errorf("seed %d: %v", seed, err)
					}
				})
			}
		}
		pass(time.Duration(random.IntN(400)) * time.Millisecond)
		look()
	}
	all = append(all, f.replica())
	reloading.Wait()
	g.Expect(all[0].Reload(t.Context())).To(Succeed())
	pass(looked)
	look()
	for _, v := range all {
		g.Expect(titleOf(v)).To(Equal(strconv.Itoa(last)), "seed %d", seed)
		g.Expect(v.Close()).To(Succeed())
	}
}
