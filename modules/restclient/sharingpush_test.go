package restclient_test

import (
	"context"
	"encoding/json"
	"iter"
	"slices"
	"testing"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

// onePush is a source of one change, as all processes get it.
func onePush(data string) iter.Seq2[restclient.Pushed[int], error] {
	return func(yield func(restclient.Pushed[int], error) bool) {
		yield(restclient.Upserted[int]([]byte(data)), nil)
	}
}

// telling makes stale what processes share of an entity before its change is stored here.
func telling(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter], messages iter.Seq[[]byte]) iter.Seq2[restclient.Pushed[int], error] {
	return func(yield func(restclient.Pushed[int], error) bool) {
		for data := range messages {
			var changed struct{ ID int }
			err := json.Unmarshal(data, &changed)
			if err == nil {
				err = todos.Expire(ctx, changed.ID)
			}
			if err != nil && !yield(restclient.Pushed[int]{}, err) {
				return
			}
			if !yield(restclient.Upserted[int](data), nil) {
				return
			}
		}
	}
}

func TestAPushLeavesWhatIsSharedAsItIs(t *testing.T) {
	shared(t, func(s *sharing) {
		one, other := s.client(), s.client()
		s.title(one, 1)
		s.title(other, 1)
		s.change(1, "new")
		uses := s.blobs.uses()
		for _, c := range []*restclient.Client{one, other} {
			s.Expect(Todos.On(c).Ingest(s.Context(), onePush(`{"id":1,"title":"new"}`))).To(Succeed())
			s.Expect(s.title(c, 1)).To(Equal("new"))
		}
		s.Expect(s.blobs.uses()).To(Equal(uses))
		s.Expect(s.title(s.client(), 1)).To(Equal("one")) // which no push has reached
	})
}

func TestAReadThatRechecksShowsWhatIsSharedBehindAPush(t *testing.T) {
	shared(t, func(s *sharing) {
		one := s.sharing([]restclient.SharedOption{restclient.WithRecheck(0)})
		s.title(one, 1)
		s.change(1, "new")
		s.Expect(Todos.On(one).Ingest(s.Context(), onePush(`{"id":1,"title":"new"}`))).To(Succeed())
		s.Expect(s.title(one, 1)).To(Equal("one"))
		s.Expect(s.asked()).To(Equal(1))
	})
}

func TestAPushThatOneProcessTellsOfIsSeenByAll(t *testing.T) {
	shared(t, func(s *sharing) {
		one, other := s.client(), s.client()
		s.title(one, 1)
		s.title(other, 1)
		s.change(1, "new")
		whole := `{"id":1,"userId":1,"title":"new","completed":false}` // some of its fields would leave it stale
		messages := slices.Values([][]byte{[]byte(whole)})
		s.Expect(Todos.On(one).Ingest(s.Context(), telling(s.Context(), Todos.On(one), messages))).To(Succeed())

		asked := s.asked()
		s.Expect(s.title(one, 1)).To(Equal("new"))
		s.Expect(s.asked()).To(Equal(asked))
		s.Expect(s.title(s.client(), 1)).To(Equal("new"))
		s.Expect(s.asked()).To(Equal(asked + 1))
	})
}
