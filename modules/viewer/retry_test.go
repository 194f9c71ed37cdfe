package viewer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// The tests of this file run in bubbles: time passes when everything waits.

// upstream is a server in memory that has a description, or not.
type upstream struct {
	asked  atomic.Int64
	text   atomic.Pointer[string] // nil while it is down
	wait   string                 // its Retry-After while it is down, "" for none
	broken bool                   // it answers what is no description while it is down
	slow   time.Duration          // how long it takes to answer
	now    atomic.Int64           // how many requests are being answered
	most   atomic.Int64           // how many there were at the same time
}

func (u *upstream) up(text string) { u.text.Store(&text) }

func (u *upstream) down() { u.text.Store(nil) }

func (u *upstream) Do(context.Context, *core.Request) (*core.Response, error) {
	u.asked.Add(1)
	u.most.Store(max(u.most.Load(), u.now.Add(1)))
	defer u.now.Add(-1)
	time.Sleep(u.slow)
	header, text := http.Header{}, u.text.Load()
	if text == nil && !u.broken {
		if u.wait != "" {
			header.Set("Retry-After", u.wait)
		}
		return &core.Response{Status: http.StatusServiceUnavailable, Header: header, Body: http.NoBody}, nil
	}
	if text == nil {
		text = new("<html>maintenance</html>")
	}
	return &core.Response{Status: http.StatusOK, Header: header, Body: io.NopCloser(strings.NewReader(*text)), ContentLength: int64(len(*text))}, nil
}

// fetching is a viewer of what an upstream has, whose first load has ended.
func fetching(t *testing.T, g Gomega, u *upstream, options ...viewer.Option) *viewer.Viewer {
	t.Helper()
	source, err := openapi.FromURL("https://api.example/openapi.json", u)
	g.Expect(err).NotTo(HaveOccurred())
	v, err := viewer.New(source, htmlrender.New(), options...)
	g.Expect(err).NotTo(HaveOccurred())
	t.Cleanup(func() { g.Expect(v.Close()).To(Succeed()) })
	<-v.Ready()
	synctest.Wait()
	return v
}

func healthOf(g Gomega, v *viewer.Viewer) map[string]any {
	var told map[string]any
	g.Expect(json.Unmarshal(get(v, "/_/health").Body.Bytes(), &told)).To(Succeed())
	return told
}

func TestADescriptionThatCannotBeFetched(t *testing.T) {
	inBubbles(t, []bubbleTest{
		{"is fetched again after a second, and shown when it is there", func(t *testing.T, g Gomega) {
			u := &upstream{}
			v := fetching(t, g, u)
			g.Expect(get(v, "/").Code).NotTo(Equal(http.StatusOK))

			u.up(spec("one"))
			pass(2 * time.Second)

			g.Expect(titleOf(v)).To(Equal("one"))
			g.Expect(v.Err()).NotTo(HaveOccurred())
			pass(time.Hour)
			g.Expect(u.asked.Load()).To(Equal(int64(2)), "a description that is there is left alone")
		}},
		{"is the fault of the server that has it", func(t *testing.T, g Gomega) {
			v := fetching(t, g, &upstream{})

			for _, path := range []string{"/", "/operations/here", "/?reading=whole"} {
				g.Expect(get(v, path).Code).To(Equal(http.StatusBadGateway), path)
			}
			g.Expect(get(v, "/_/health").Code).To(Equal(http.StatusServiceUnavailable))
		}},
		{"is our own fault when it is not to be fetched", func(t *testing.T, g Gomega) {
			v, err := viewer.New(openapi.FromContent("nothing"), htmlrender.New())
			g.Expect(err).NotTo(HaveOccurred())
			defer func() { g.Expect(v.Close()).To(Succeed()) }()
			<-v.Ready()

			g.Expect(get(v, "/").Code).To(Equal(http.StatusInternalServerError))
		}},
		{"is fetched less and less often, at least every 90 seconds", func(t *testing.T, g Gomega) {
			u := &upstream{}
			v := fetching(t, g, u)

			pass(time.Second - time.Millisecond)
			g.Expect(u.asked.Load()).To(Equal(int64(1)))
			pass(4 * time.Minute)
			first := u.asked.Load()
			pass(time.Hour)

			g.Expect(first).To(BeNumerically("~", 9, 2))
			g.Expect(u.asked.Load() - first).To(SatisfyAll(BeNumerically(">=", 40), BeNumerically("<=", 60)))
			g.Expect(v.Close()).To(Succeed())
			last := u.asked.Load()
			pass(time.Hour)
			g.Expect(u.asked.Load()).To(Equal(last), "nothing is fetched after Close")
		}},
		{"is fetched again when the address had something else", func(t *testing.T, g Gomega) {
			u := &upstream{broken: true}
			v := fetching(t, g, u)

			u.up(spec("one"))
			pass(2 * time.Second)

			g.Expect(titleOf(v)).To(Equal("one"))
		}},
	})
}

func TestADescriptionWhoseServerNamesATime(t *testing.T) {
	inBubbles(t, []bubbleTest{
		{"is not fetched before the time that its server names", func(t *testing.T, g Gomega) {
			u := &upstream{wait: "120"}
			v := fetching(t, g, u)

			pass(2*time.Minute - time.Millisecond)
			get(v, "/")
			synctest.Wait()
			g.Expect(u.asked.Load()).To(Equal(int64(1)))
			pass(time.Minute + time.Second)
			g.Expect(u.asked.Load()).To(Equal(int64(2)))
		}},
		{"is fetched after a quarter of an hour, whatever its server names", func(t *testing.T, g Gomega) {
			u := &upstream{wait: "999999999"}
			v := fetching(t, g, u)

			u.up(spec("one"))
			pass(23 * time.Minute)

			g.Expect(titleOf(v)).To(Equal("one"))
		}},
	})
}

func TestADescriptionThatAReaderAsksFor(t *testing.T) {
	inBubbles(t, []bubbleTest{
		{"is fetched for a reader when it is time, and by one of them only", func(t *testing.T, g Gomega) {
			u := &upstream{}
			v := fetching(t, g, u)
			u.slow = time.Second

			// A reader who comes at the end of each wait is before the background, which
			// waits longer by chance.
			for range 20 {
				before, wait := u.asked.Load(), healthOf(g, v)["retry"]
				at, err := time.Parse(time.RFC3339Nano, fmt.Sprint(wait))
				g.Expect(err).NotTo(HaveOccurred())
				pass(time.Until(at))
				for range 5 {
					go get(v, "/")
				}
				pass(time.Millisecond)
				g.Expect(u.asked.Load()).To(Equal(before + 1))
				pass(time.Second)
			}
			g.Expect(u.most.Load()).To(Equal(int64(1)))
		}},
		{"is what health and the log say, once each", func(t *testing.T, g Gomega) {
			u, log := &upstream{}, &bytes.Buffer{}
			v := fetching(t, g, u, viewer.WithLogger(slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn}))))

			told := healthOf(g, v)
			g.Expect(told).To(SatisfyAll(HaveKeyWithValue("state", "failed"), HaveKeyWithValue("tries", 1.0), HaveKey("retry")))
			g.Expect(get(v, "/").Header().Get("Retry-After")).To(Equal("1"))
			pass(time.Hour)
			g.Expect(healthOf(g, v)["tries"]).To(BeNumerically(">", 40))
			g.Expect(strings.Count(log.String(), "\n")).To(Equal(1), "an error that stays is logged once")
			g.Expect(log.String()).To(SatisfyAll(ContainSubstring("503"), ContainSubstring("retry=")))

			u.up(spec("one"))
			pass(2 * time.Minute)
			g.Expect(healthOf(g, v)).To(SatisfyAll(HaveKeyWithValue("state", "ready"), Not(HaveKey("tries")), Not(HaveKey("retry"))))
			g.Expect(log.String()).To(ContainSubstring("description loaded after failures"))
		}},
	})
}

func TestADescriptionThatIsNotThereYet(t *testing.T) {
	inBubbles(t, []bubbleTest{
		{"leaves the last good one where it is until a newer one is there", func(t *testing.T, g Gomega) {
			u := &upstream{}
			u.up(spec("one"))
			v := fetching(t, g, u)

			u.down()
			g.Expect(v.Reload(t.Context())).NotTo(Succeed())
			pass(time.Minute)
			g.Expect(titleOf(v)).To(Equal("one"))
			g.Expect(healthOf(g, v)).To(SatisfyAll(HaveKeyWithValue("state", "stale"), HaveKey("retry")))
			u.up(spec("two"))
			pass(2 * time.Minute)

			g.Expect(titleOf(v)).To(Equal("two"))
		}},
		{"is shown by the page that says that it is not there", func(t *testing.T, g Gomega) {
			u := &upstream{}
			v := fetching(t, g, u)
			_, told := follow(t, g, v, &http.Server{})
			g.Expect(<-told).To(HaveKeyWithValue("state", "failed"))

			u.up(spec("one"))
			pass(2 * time.Second)

			g.Expect(<-told).To(HaveKeyWithValue("state", "ready"))
			g.Eventually(told).Should(BeClosed())
			g.Expect(read(v, "/").Find("script[src*=live]")).To(BeEmpty())
		}},
	})
}

func TestADescriptionThatCannotChange(t *testing.T) {
	inBubbles(t, []bubbleTest{
		{"is not read again", func(t *testing.T, g Gomega) {
			v, err := viewer.New(openapi.FromContent("{"), htmlrender.New())
			g.Expect(err).NotTo(HaveOccurred())
			t.Cleanup(func() { g.Expect(v.Close()).To(Succeed()) })
			<-v.Ready()
			synctest.Wait()

			g.Expect(healthOf(g, v)).To(SatisfyAll(HaveKeyWithValue("state", "failed"), Not(HaveKey("retry"))))
			g.Expect(get(v, "/").Header().Get("Retry-After")).To(BeEmpty())
		}},
	})
}
