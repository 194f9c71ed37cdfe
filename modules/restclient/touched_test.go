package restclient_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

// lateCount is a server that answers after a second with how often something was changed when
// it was asked.
func lateCount(changes *atomic.Int64) *script {
	server := newScript(func(_ int, r *core.Request) (int, string) {
		row := fmt.Sprintf(`{"id":1,"title":"%d"}`, changes.Load())
		sleep(1)
		switch {
		case strings.HasSuffix(r.URL, "/todos"):
			return 200, "[" + row + "]"
		case strings.HasSuffix(r.URL, "/page"):
			return 200, `{"rows":[` + row + "]}"
		}
		return 200, row
	})
	return server
}

type rowsPage struct {
	Rows restclient.List[Todo] `json:"rows"`
}

var (
	wholeTodo = restclient.RestEndpoint[restclient.None, map[string]any]("/whole", apiPrefix)
	pageTodo  = restclient.RestEndpoint[restclient.None, rowsPage]("/page", apiPrefix, restclient.WithSchema(restclient.ObjectOf[rowsPage](restclient.EntityOf[Todo]())))
)

// reading is a read of what lateCount answers, and how to touch it.
type reading struct {
	title              func(ctx context.Context) (string, error)
	invalidate, expire func(ctx context.Context) error
}

func readingOf[A, R any](ep restclient.Readable[A, R], args A, title func(R) string) reading {
	return reading{
		title: func(ctx context.Context) (string, error) {
			value, err := restclient.UseSuspense(ctx, ep, args)
			if err != nil {
				return "", err
			}
			return title(value), nil
		},
		invalidate: func(ctx context.Context) error { return restclient.Invalidate(ctx, ep, args) },
		expire:     func(ctx context.Context) error { return restclient.Expire(ctx, ep, args) },
	}
}

func TestTheAnswerToAReadThatWasUnderWayIsNotFreshWhenItWasTouched(t *testing.T) {
	all := func(restclient.Answer) bool { return true }
	touches := map[string]func(reading, context.Context) error{
		"Invalidate":    func(r reading, ctx context.Context) error { return r.invalidate(ctx) },
		"Expire":        func(r reading, ctx context.Context) error { return r.expire(ctx) },
		"InvalidateAll": func(_ reading, ctx context.Context) error { _, err := restclient.InvalidateAll(ctx, all); return err },
		"ExpireAll":     func(_ reading, ctx context.Context) error { _, err := restclient.ExpireAll(ctx, all); return err },
	}
	for name, read := range map[string]reading{
		"an entity": readingOf(Todos.Get, 1, func(t Todo) string { return t.Title }),
		"a list":    readingOf(Todos.GetList, TodoFilter{}, func(l restclient.List[Todo]) string { return l.At(0).Title }),
		"a whole":   readingOf(wholeTodo, restclient.None{}, func(m map[string]any) string { return m["title"].(string) }),
		"an object": readingOf(pageTodo, restclient.None{}, func(p rowsPage) string { return p.Rows.At(0).Title }),
	} {
		for how, touch := range touches {
			for _, known := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s, by %s, known before: %t", name, how, known), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						g, changes := NewWithT(t), &atomic.Int64{}
						_, ctx := clientFor(t, lateCount(changes))
						if known {
							_, err := read.title(ctx)
							g.Expect(err).NotTo(HaveOccurred())
							g.Expect(read.invalidate(ctx)).To(Succeed())
						}
						go func() { _, _ = read.title(ctx) }()
						time.Sleep(500 * time.Millisecond)
						changes.Add(1)
						g.Expect(touch(read, ctx)).To(Succeed())
						sleep(1)

						_, err := read.title(ctx)
						g.Expect(err).NotTo(HaveOccurred())
						sleep(2)

						g.Expect(read.title(ctx)).To(Equal("1"))
					})
				})
			}
		}
	}
}

func TestAnEntityOfAListThatWasUnderWayIsNotFreshWhenItWasTouched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, changes := NewWithT(t), &atomic.Int64{}
		client, ctx := clientFor(t, lateCount(changes))
		todos := Todos.On(client)
		go func() { _, _ = todos.List(ctx, TodoFilter{}) }()
		time.Sleep(500 * time.Millisecond)
		changes.Add(1)
		g.Expect(todos.Expire(ctx, 1)).To(Succeed())
		sleep(1)

		g.Expect(todos.Get(ctx, 1)).To(HaveField("Title", "0"), "it is stale")
		sleep(2)

		g.Expect(todos.Get(ctx, 1)).To(HaveField("Title", "1"))
	})
}
