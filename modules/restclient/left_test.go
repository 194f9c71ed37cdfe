package restclient_test

import (
	"context"
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
