package restclient_test

import (
	"io"
	"net/http"
	"testing"
	"testing/synctest"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

// labelled has a field for the members that no other field takes, as those of restgen have.
type labelled struct {
	ID   int               `json:"id"`
	Name string            `json:"name"`
	More map[string]string `json:",embed"`
}

func (l labelled) PK() int { return l.ID }

func TestMembersThatNoFieldNamesAreKeptAndEdited(t *testing.T) {
	things := restclient.CreateResource[labelled, int, restclient.None]("/things/:id", apiPrefix, restclient.WithOptimistic(), restclient.WithPatchFormat(restclient.MergePatch))
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		var sent string
		server := newScript(func(_ int, r *core.Request) (int, string) {
			switch r.Method {
			case http.MethodPatch:
				body, _ := r.Body()
				data, _ := io.ReadAll(body)
				sent = string(data)
				return 200, `{"id":1,"name":"a","color":"blue","size":"m"}`
			default:
				return 200, `[{"id":1,"name":"a","color":"red","size":"m"},{"id":2,"name":"b"}]`
			}
		})
		client, ctx := clientFor(t, server)
		list, err := things.On(client).List(ctx, restclient.None{})
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(list.At(0).More).To(Equal(map[string]string{"color": "red", "size": "m"}))

		changed, err := things.On(client).Edit(ctx, 1, func(l *labelled) { l.More["color"] = "blue" })

		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(sent).To(MatchJSON(`{"color":"blue"}`))
		g.Expect(changed.More).To(Equal(map[string]string{"color": "blue", "size": "m"}))
		list, _ = restclient.UseCache(ctx, things.GetList, restclient.None{})
		g.Expect(list.At(0)).To(Equal(changed))
		g.Expect(list.At(1).More).To(BeEmpty())
	})
}
