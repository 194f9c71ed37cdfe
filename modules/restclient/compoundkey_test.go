package restclient_test

import (
	"net/http"
	"strconv"
	"testing"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

// pod is named by its namespace and by its name in that, which are in its metadata.
type pod struct {
	Metadata podMetadata `json:"metadata,omitzero"`
	Phase    string      `json:"phase,omitzero"`
}

type podMetadata struct {
	Name      string            `json:"name,omitzero"`
	Namespace string            `json:"namespace,omitzero"`
	Labels    map[string]string `json:"labels,omitzero"`
}

type podKey struct {
	Namespace string `path:"namespace"`
	Name      string `path:"name"`
}

func (p pod) PK() podKey { return podKey{p.Metadata.Namespace, p.Metadata.Name} }

type podFilter struct {
	Namespace string `path:"namespace"`
}

type podList struct {
	Items restclient.List[pod] `json:"items"`
}

const podsAt = "/namespaces/:namespace/pods"

var (
	pods = restclient.CreateResource[pod, podKey, podFilter](podsAt+"/:name",
		restclient.WithOptimistic(), restclient.WithPatchFormat(restclient.MergePatch))
	plainPods = restclient.CreateResource[pod, podKey, podFilter](podsAt+"/:name", restclient.WithOptimistic())
	listPods  = restclient.RestEndpoint[podFilter, podList](podsAt,
		restclient.WithSchema(restclient.ObjectOf[podList](restclient.EntityOf[pod]())))
)

// cluster has one pod, and answers what is said of it.
func cluster(change func(r *core.Request) (int, string)) *script {
	return newScript(func(_ int, r *core.Request) (int, string) {
		switch {
		case r.Method != http.MethodGet:
			return change(r)
		case r.URL == "http://api.test/namespaces/a/pods":
			return 200, `{"items":[{"metadata":{"name":"web","namespace":"a","labels":{"x":"1"}},"phase":"old"}]}`
		}
		return 404, ""
	})
}

func TestAnEntityWhoseKeyIsInAMember(t *testing.T) {
	web := podKey{"a", "web"}
	known := func(t *testing.T, g *WithT, change func(r *core.Request) (int, string)) (*restclient.Client, func() []pod) {
		client, ctx := clientFor(t, cluster(change), restclient.WithBaseURL("http://api.test"))
		_, err := restclient.UseSuspense(ctx, listPods, podFilter{"a"})
		g.Expect(err).NotTo(HaveOccurred())
		return client, func() []pod {
			page, ok := restclient.UseCache(ctx, listPods, podFilter{"a"})
			g.Expect(ok).To(BeTrue())
			return page.Items.Slice()
		}
	}

	t.Run("is found by what a list has brought", func(t *testing.T) {
		g := NewWithT(t)
		client, _ := known(t, g, nil)
		found, err := pods.On(client).Get(t.Context(), web)
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(found.Phase).To(Equal("old"))
	})

	t.Run("is in the list of its path when it is created, and not when it is deleted", func(t *testing.T) {
		g := NewWithT(t)
		client, shown := known(t, g, func(r *core.Request) (int, string) {
			if r.Method == http.MethodDelete {
				return 200, `{"kind":"Status"}`
			}
			return 201, `{"metadata":{"name":"new","namespace":"a"},"phase":"made"}`
		})
		_, err := pods.On(client).Create(t.Context(), podFilter{"a"}, pod{Metadata: podMetadata{Name: "new", Namespace: "a"}})
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(shown()).To(HaveExactElements(HaveField("Phase", "old"), HaveField("Phase", "made")))
		err = pods.On(client).Delete(t.Context(), web)
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(shown()).To(HaveExactElements(HaveField("Phase", "made")))
	})

	for name, resource := range map[string]restclient.Resource[pod, podKey, podFilter]{"in a merge patch": pods, "in place of the member": plainPods} {
		t.Run("keeps it when other parts of its member are sent "+name, func(t *testing.T) {
			g := NewWithT(t)
			var during []pod
			var shown func() []pod
			var client *restclient.Client
			client, shown = known(t, g, func(*core.Request) (int, string) {
				during = shown()
				return 204, ""
			})
			_, err := resource.On(client).PartialUpdate(t.Context(), web, restclient.Fields{"metadata": map[string]any{"labels": map[string]any{"x": "2"}}})
			g.Expect(err).NotTo(HaveOccurred())
			for _, state := range [][]pod{during, shown()} {
				g.Expect(state).To(HaveLen(1))
				g.Expect(state[0].PK()).To(Equal(web))
				g.Expect(state[0].Metadata.Labels).To(Equal(map[string]string{"x": "2"}))
			}
		})
	}
}

func TestAnAnswerToAChangeThatLacksTheKeyInAMember(t *testing.T) {
	for name, body := range map[string]string{
		"lacks the member":        `{"phase":"new"}`,
		"lacks it in the member":  `{"metadata":{"labels":{"x":"1"}},"phase":"new"}`,
		"lacks a part of the key": `{"metadata":{"name":"web","labels":{"x":"1"}},"phase":"new"}`,
	} {
		t.Run("is about the entity of the path when it "+name, func(t *testing.T) {
			g := NewWithT(t)
			client, ctx := clientFor(t, cluster(func(*core.Request) (int, string) { return 200, body }), restclient.WithBaseURL("http://api.test"))
			_, err := restclient.UseSuspense(ctx, listPods, podFilter{"a"})
			g.Expect(err).NotTo(HaveOccurred())

			changed, err := pods.On(client).PartialUpdate(ctx, podKey{"a", "web"}, restclient.Fields{"phase": "new"})

			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(changed).To(Equal(pod{Metadata: podMetadata{Name: "web", Namespace: "a", Labels: map[string]string{"x": "1"}}, Phase: "new"}))
		})
	}
	t.Run("is refused when it has a part of another key", func(t *testing.T) {
		g := NewWithT(t)
		client, ctx := clientFor(t, cluster(func(*core.Request) (int, string) { return 200, `{"metadata":{"name":"api"},"phase":"new"}` }), restclient.WithBaseURL("http://api.test"))
		_, err := restclient.UseSuspense(ctx, listPods, podFilter{"a"})
		g.Expect(err).NotTo(HaveOccurred())

		_, err = pods.On(client).PartialUpdate(ctx, podKey{"a", "web"}, restclient.Fields{"phase": "new"})

		g.Expect(err).To(MatchError(ContainSubstring("want pod {a web}, have pod {a api}")))
	})
	t.Run("is refused when the entity is not known", func(t *testing.T) {
		g := NewWithT(t)
		client, ctx := clientFor(t, cluster(func(*core.Request) (int, string) { return 200, `{"phase":"new"}` }), restclient.WithBaseURL("http://api.test"))

		_, err := pods.On(client).PartialUpdate(ctx, podKey{"a", "web"}, restclient.Fields{"phase": "new"})

		g.Expect(err).To(MatchError(ContainSubstring(`without a primary key: field "metadata.`)))
	})
}

// score has a text as its key, which is made of a number.
type score struct {
	ID     int `json:"id,omitzero"`
	Points int `json:"points"`
}

func (s score) PK() string { return strconv.Itoa(s.ID) }

func TestAnAnswerToAChangeThatLacksWhatTheKeyIsMadeOf(t *testing.T) {
	g := NewWithT(t)
	scores := restclient.CreateResource[score, string, restclient.None]("/scores/:id")
	client, ctx := clientFor(t, newScript(func(_ int, r *core.Request) (int, string) {
		if r.Method == http.MethodGet {
			return 200, `{"id":7,"points":1}`
		}
		return 200, `{"points":2}`
	}), restclient.WithBaseURL("http://api.test"))
	_, err := scores.On(client).Get(ctx, "7")
	g.Expect(err).NotTo(HaveOccurred())

	g.Expect(scores.On(client).PartialUpdate(ctx, "7", restclient.Fields{"points": 2})).To(Equal(score{ID: 7, Points: 2}))
}

func TestAnEntityWithoutItsKeyInAMember(t *testing.T) {
	for name, body := range map[string]string{"has no name": `{"metadata":{"namespace":"a"}}`, "has no metadata": `{"phase":"x"}`, "has none in it": `{"metadata":null}`} {
		t.Run("is refused when it "+name, func(t *testing.T) {
			g := NewWithT(t)
			client, _ := clientFor(t, newScript(func(int, *core.Request) (int, string) { return 200, body }), restclient.WithBaseURL("http://api.test"))
			_, err := pods.On(client).Get(t.Context(), podKey{"a", "web"})
			g.Expect(err).To(MatchError(ContainSubstring(`without a primary key: field "metadata.`)))
		})
	}
}

// crate has its key behind a pointer, which a server may leave out.
type crate struct {
	Meta  *crateMeta `json:"meta"`
	Label string     `json:"label,omitzero"`
}

type crateMeta struct {
	ID int `json:"id"`
}

func (c crate) PK() int { return c.Meta.ID }

func TestAKeyBehindAPointerThatIsMissing(t *testing.T) {
	g := NewWithT(t)
	server := newScript(func(n int, r *core.Request) (int, string) {
		switch {
		case n > 1 && r.Method == http.MethodGet:
			return 200, `{"label":"b"}`
		case r.Method == http.MethodPatch:
			return 200, `{"meta":null,"label":"c"}`
		}
		return 200, `{"meta":{"id":1},"label":"a"}`
	})
	client, ctx := clientFor(t, server)
	crates := restclient.CreateResource[crate, int, restclient.None]("/crates/:id", apiPrefix, restclient.WithOptimistic()).On(client)
	first, err := crates.Get(ctx, 1)
	g.Expect(err).NotTo(HaveOccurred())

	_, err = crates.Fetch(ctx, 1)
	g.Expect(err).To(MatchError(ContainSubstring("crate without a primary key")))
	_, err = crates.PartialUpdate(ctx, 1, restclient.Fields{"label": "c"})
	g.Expect(err).To(And(HaveField("Applied", true), MatchError(ContainSubstring("crate without a primary key"))))
	g.Expect(crates.Update(ctx, 1, crate{Label: "d"})).To(Equal(first), "what is sent may lack it")
}
