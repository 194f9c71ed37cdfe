package restclient_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

func lastAuthor(l restclient.List[Story]) string { return l.At(l.Len() - 1).Author.Name }

// saying are answers, and reads of them that return the name of the author.
var saying = map[string]struct {
	request string
	answer  string // around a story
	read    func(ctx context.Context, c *restclient.Client) (string, error)
}{
	"an entity": {"GET /articles/1", "%s", func(ctx context.Context, c *restclient.Client) (string, error) {
		s, err := Stories.On(c).Fetch(ctx, 1)
		return s.Author.Name, err
	}},
	"an update": {"PUT /articles/1", "%s", func(ctx context.Context, c *restclient.Client) (string, error) {
		s, err := Stories.On(c).Update(ctx, 1, Story{ID: 1, Title: "One", Author: Author{ID: 7}})
		return s.Author.Name, err
	}},
	"a list": {"GET /articles", "[%s]", func(ctx context.Context, c *restclient.Client) (string, error) {
		l, err := Stories.On(c).FetchList(ctx, FeedFilter{})
		return lastAuthor(l), err
	}},
	"a page of a list": {"GET /articles?cursor=b", "[%s]", func(ctx context.Context, c *restclient.Client) (string, error) {
		l, err := restclient.Fetch(ctx, restclient.PageOf(Stories.GetList, "cursor"), FeedFilter{Cursor: "b"})
		return lastAuthor(l), err
	}},
	"pages": {"GET /articles", "[%s]", func(ctx context.Context, c *restclient.Client) (name string, err error) {
		for s, err := range Stories.On(c).All(ctx, FeedFilter{}, restclient.ByLink()) {
			return s.Author.Name, err
		}
		return "", nil
	}},
	"a stream": {"GET /articles", "[%s]", func(ctx context.Context, c *restclient.Client) (name string, err error) {
		for s, err := range Stories.On(c).Stream(ctx, FeedFilter{}) {
			return s.Author.Name, err
		}
		return "", nil
	}},
	"an object": {"GET /articles", `{"results":[%s]}`, func(ctx context.Context, c *restclient.Client) (string, error) {
		f, err := restclient.Fetch(ctx, GetFeed, FeedFilter{})
		return lastAuthor(f.Results), err
	}},
	"a page of an object": {"GET /articles?cursor=b", `{"results":[%s]}`, func(ctx context.Context, c *restclient.Client) (string, error) {
		f, err := restclient.Fetch(ctx, FeedPage, FeedFilter{Cursor: "b"})
		return lastAuthor(f.Results), err
	}},
}

// What an answer says of what is inside of something is in the result of the same call,
// also where nothing else in it has changed.
func TestAnAnswerHasWhatItSaysOfWhatIsInside(t *testing.T) {
	story := func(name string) string {
		return fmt.Sprintf(`{"id":1,"title":"One","author":{"id":7,"name":%q}}`, name)
	}
	for what, c := range saying {
		t.Run(what, func(t *testing.T) {
			g := NewWithT(t)
			isObject := strings.HasPrefix(c.answer, "{")
			server := newAnswers(map[string]string{"GET /articles": map[bool]string{false: `[]`, true: `{"results":[]}`}[isObject]})
			client, err := restclient.New(httptransport.InProcess(server))
			g.Expect(err).NotTo(HaveOccurred())
			t.Cleanup(client.Close)
			ctx := client.Context(t.Context())
			if isObject { // pages are added to what is there
				_, err = restclient.Fetch(ctx, GetFeed, FeedFilter{})
			} else {
				_, err = Stories.On(client).FetchList(ctx, FeedFilter{})
			}
			g.Expect(err).NotTo(HaveOccurred())
			for _, name := range []string{"Ann", "Anna", "Anne"} {
				server.set(c.request, fmt.Sprintf(c.answer, story(name)))
				g.Expect(c.read(ctx, client)).To(Equal(name))
			}
		})
	}
}
