package viewer_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/coding"
)

// The tests of this file run in bubbles: time passes when everything waits.

func TestAStoreOfDescriptionsThatFails(t *testing.T) {
	inBubbles(t, []bubbleTest{
		{"delays a first load by less than a second, and a reload by about half of one", func(t *testing.T, g Gomega) {
			f := newFleet(t, g)
			f.blobs = &brokenBlobs{hangs: true}

			begin := time.Now()
			v := f.started()
			g.Expect(time.Since(begin)).To(BeNumerically("<=", time.Second))
			g.Expect(titleOf(v)).To(Equal("one"))
			f.up.has("two")
			begin = time.Now()
			g.Expect(v.Reload(t.Context())).To(Succeed())

			g.Expect(time.Since(begin)).To(BeNumerically("<=", 600*time.Millisecond))
			g.Expect(titleOf(v)).To(Equal("two"))
		}},
		{"is in the log once a minute, and when it is back", func(t *testing.T, g Gomega) {
			f := newFleet(t, g)
			broken := &brokenBlobs{blobs: f.blobs, fails: errors.New("connection refused")}
			f.blobs = broken
			f.started()
			pass(10 * time.Minute)

			lines := strings.Count(f.log.String(), "\n")
			g.Expect(lines).To(SatisfyAll(BeNumerically(">=", 9), BeNumerically("<=", 11)))
			g.Expect(f.log.String()).To(ContainSubstring("connection refused"))
			broken.set(nil, false)
			pass(time.Hour)
			g.Expect(strings.Count(f.log.String(), "\n")).To(Equal(lines + 1))
			g.Expect(f.log.String()).To(ContainSubstring("replicas share the description again"))
		}},
	})
}

func TestAStoreOfDescriptionsThatHasMissedSome(t *testing.T) {
	inBubbles(t, []bubbleTest{
		{"is told what was read meanwhile when it is back", func(t *testing.T, g Gomega) {
			f := newFleet(t, g)
			broken := &brokenBlobs{blobs: f.blobs}
			f.blobs = broken
			first, second := f.started(), f.started()
			broken.set(errors.New("connection refused"), false)
			f.up.has("two")
			g.Expect(first.Reload(t.Context())).To(Succeed())
			pass(time.Minute)
			g.Expect([]string{titleOf(first), titleOf(second)}).To(Equal([]string{"two", "one"}))

			broken.set(nil, false)
			pass(2 * looked)

			g.Expect([]string{titleOf(first), titleOf(second)}).To(Equal([]string{"two", "two"}))
		}},
		{"may have lost everything", func(t *testing.T, g Gomega) {
			f := newFleet(t, g)
			broken := &brokenBlobs{blobs: f.blobs}
			f.blobs = broken
			first, second := f.started(), f.started()
			broken.lose()
			pass(looked)
			f.up.has("")

			g.Expect(titleOf(f.started())).To(Equal("one"), "those that show it have told the store again")
			f.up.has("two")
			g.Expect(second.Reload(t.Context())).To(Succeed())
			pass(hinted)
			g.Expect(titleOf(first)).To(Equal("two"))
		}},
		{"is full", func(t *testing.T, g Gomega) {
			f := newFleet(t, g)
			f.blobs = state.NewMemoryBlobs(state.MemoryOptions{MaxBytes: 10})
			first, second := f.started(), f.started()
			f.up.has("two")

			g.Expect(first.Reload(t.Context())).To(Succeed())
			pass(looked)

			g.Expect([]string{titleOf(first), titleOf(second)}).To(Equal([]string{"two", "one"}))
			g.Expect(f.log.String()).To(ContainSubstring(state.ErrFull.Error()))
		}},
	})
}

func TestAStoreOfDescriptionsThatLies(t *testing.T) {
	var tests []bubbleTest
	other := coding.Gzip([]byte(spec("lie")))
	for name, lie := range map[string]func(key string, value []byte) []byte{
		"with bytes of no meaning": func(string, []byte) []byte { return []byte{0, 1, 2, 255} },
		"with the text of another version": func(key string, value []byte) []byte {
			if strings.Contains(key, ":text:") {
				return other
			}
			return value
		},
		"with nothing":                  func(string, []byte) []byte { return []byte{} },
		"with the beginning of a value": func(_ string, value []byte) []byte { return value[:len(value)/2] },
		"with a version of the future": func(string, []byte) []byte {
			return []byte(`{"number":9223372036854775807,"sum":"` + strings.Repeat("a", 64) + `","size":1}`)
		},
		"with a version that has no text": func(key string, _ []byte) []byte {
			return fmt.Appendf(nil, `{"number":%d,"sum":"%064d","size":10}`, time.Now().UnixMilli()+1, len(key))
		},
		"with a version of last year": func(string, []byte) []byte {
			return fmt.Appendf(nil, `{"number":1,"sum":"%064d","size":10}`, 7)
		},
	} {
		tests = append(tests, bubbleTest{name, func(t *testing.T, g Gomega) {
			f := newFleet(t, g)
			honest := f.blobs
			f.blobs = &brokenBlobs{blobs: honest, lies: lie}
			first, second := f.started(), f.started()
			g.Expect([]string{titleOf(first), titleOf(second)}).To(Equal([]string{"one", "one"}))
			f.up.has("two")

			g.Expect(first.Reload(t.Context())).To(Succeed())
			g.Expect(second.Reload(t.Context())).To(Succeed())
			pass(10 * time.Minute)

			g.Expect([]string{titleOf(first), titleOf(second)}).To(Equal([]string{"two", "two"}))
			g.Expect([]error{first.Err(), second.Err()}).To(Equal([]error{nil, nil}))
			g.Expect(strings.Count(f.log.String(), "\n")).To(BeNumerically("<=", 2*11))
			g.Expect(f.up.asked.Load()).To(BeNumerically("<=", 2*70), "the source is asked every ten seconds at most")
		}})
	}
	inBubbles(t, tests)
}

// put puts a value into the store, at a key of the description.
func (f *fleet) put(key, value string) {
	f.g.Expect(f.blobs.Put(f.t.Context(), "viewer:zoo:"+key, []byte(value), time.Hour)).To(Succeed())
}

func TestAStoreOfDescriptionsThatOthersWriteTo(t *testing.T) {
	reaches := func(t *testing.T, f *fleet, first, second *viewer.Viewer) {
		t.Helper()
		f.up.has("two")
		f.g.Expect(first.Reload(t.Context())).To(Succeed())
		pass(2 * looked)
		f.g.Expect([]string{titleOf(first), titleOf(second)}).To(Equal([]string{"two", "two"}))
	}
	inBubbles(t, []bubbleTest{
		{"is used on where it names a version of the future", func(t *testing.T, g Gomega) {
			f := newFleet(t, g)
			first, second := f.started(), f.started()

			f.put("head", `{"number":9223372036854775807,"sum":"`+strings.Repeat("a", 64)+`","size":1}`)

			reaches(t, f, first, second)
		}},
		{"is used on where a version is to be put and something else is", func(t *testing.T, g Gomega) {
			f := newFleet(t, g)
			first, second := f.started(), f.started()
			head, _, err := f.blobs.Get(t.Context(), "viewer:zoo:head")
			g.Expect(err).NotTo(HaveOccurred())
			var now struct{ Number int64 }
			g.Expect(json.Unmarshal(head, &now)).To(Succeed())

			f.put(fmt.Sprint("after:", now.Number), "something else")

			reaches(t, f, first, second)
			g.Expect(f.up.asked.Load()).To(Equal(int64(2)))
		}},
		{"lets a replica ask the source where a text is gone", func(t *testing.T, g Gomega) {
			f := newFleet(t, g)
			first, second := f.started(), f.started()
			f.blobs = &brokenBlobs{blobs: f.blobs, lies: func(key string, value []byte) []byte {
				if strings.Contains(key, ":text:") {
					return nil
				}
				return value
			}}
			third := f.started()

			reaches(t, f, first, second)
			g.Expect(titleOf(third)).To(Equal("two"))
			g.Expect(f.up.asked.Load()).To(Equal(int64(4)), "one at the start, its reload, and twice the one that cannot read texts")
		}},
	})
}

var _ = DescribeTable("What cannot be shared",
	func(name string, blobs state.Blobs, told string) {
		_, err := viewer.New(zoo, htmlrender.New(), viewer.WithShared(name, blobs, nil))

		Expect(err).To(MatchError(ContainSubstring(told)))
	},
	Entry("has no name", "", state.NewMemoryBlobs(state.MemoryOptions{}), `"" is no name`),
	Entry("has a name with a colon", "a:head", state.NewMemoryBlobs(state.MemoryOptions{}), "is no name"),
	Entry("has a name that is too long", strings.Repeat("a", 101), state.NewMemoryBlobs(state.MemoryOptions{}), "up to 100"),
	Entry("has no store", "zoo", nil, "nil Blobs"),
)
