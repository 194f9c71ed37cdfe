package restclient_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

func TestAnErrorThatComesWhenItsReaderHasLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		transport := core.TransportFunc(func(context.Context, *core.Request) (*core.Response, error) {
			time.Sleep(5 * time.Millisecond) // whatever becomes of the context
			return written(503, nil, `{}`), nil
		})
		client, ctx := clientFor(t, transport)
		left, leave := context.WithTimeout(ctx, time.Millisecond)
		defer leave()
		_, err := Todos.On(client).Get(left, 1)
		g.Expect(err).To(HaveField("Kind", restclient.KindTimeout))
		time.Sleep(5 * time.Millisecond)

		_, err = Todos.On(client).Get(ctx, 1)

		g.Expect(err).To(And(HaveField("Kind", restclient.KindStatus), HaveField("Status", 503)))
	})
}

func TestAnEditLeavesTheErrorOfAReadThatOthersShareAsItIs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, gets := NewWithT(t), 0
		tagged := func(status int) *core.Response {
			header := http.Header{"Content-Type": {"application/json"}, "Etag": {fmt.Sprintf(`"%d"`, gets)}}
			return written(status, header, fmt.Sprintf(`{"id":1,"title":"t%d"}`, gets))
		}
		client, ctx := clientFor(t, core.TransportFunc(func(_ context.Context, r *core.Request) (*core.Response, error) {
			if r.Method == http.MethodPatch {
				return tagged(http.StatusPreconditionFailed), nil
			}
			gets++
			sleep(1)
			if gets == 3 {
				return tagged(http.StatusPreconditionFailed), nil
			}
			return tagged(http.StatusOK), nil
		}))
		var edited, read error
		go func() { _, edited = Todos.On(client).Edit(ctx, 1, func(t *Todo) { t.Title += "!" }) }()
		sleep(1.5)
		g.Expect(Todos.On(client).Ingest(ctx, pushes(upsert(`{"id":1,"title":"pushed"}`)))).To(Succeed(), "the second answer may be older")
		sleep(1)
		go func() { _, read = Todos.On(client).Fetch(ctx, 1) }()
		sleep(1)

		g.Expect(read).To(HaveField("Kind", restclient.KindStatus))
		g.Expect(edited).To(HaveField("Kind", restclient.KindConflict))
	})
}
