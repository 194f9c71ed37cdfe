package argument_test

import (
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare/argument"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

const prefix = "https://api.example.com/v1"

type threeFields struct {
	Group string `path:"group"`
	ID    int    `path:"id"`
	User  int    `query:"userId"`
}

type listFilter struct {
	UserID *int      `query:"userId"`
	Tags   []string  `query:"tag"`
	Since  time.Time `query:"since,omitempty"`
}

// BenchmarkURL compares Append (P1) with fmt on the same URL, once for the URL
// as a string and once appended to a buffer, and with offsets switched off.
func BenchmarkURL(b *testing.B) {
	b.Run("scalar", func(b *testing.B) {
		compare(b, "/todos/:id", 12345,
			func(id int) string { return fmt.Sprintf("%s/todos/%d", prefix, id) },
			func(dst []byte, id int) []byte { return fmt.Appendf(dst, "%s/todos/%d", prefix, id) })
	})
	b.Run("string", func(b *testing.B) {
		compare(b, "/files/:name", "report-2026.txt",
			func(s string) string { return fmt.Sprintf("%s/files/%s", prefix, url.PathEscape(s)) },
			func(dst []byte, s string) []byte {
				return fmt.Appendf(dst, "%s/files/%s", prefix, url.PathEscape(s))
			})
	})
	b.Run("three fields", func(b *testing.B) {
		compare(b, "/groups/:group/users/:id", threeFields{"ops", 12345, 7},
			func(a threeFields) string {
				return fmt.Sprintf("%s/groups/%s/users/%d?userId=%d", prefix, url.PathEscape(a.Group), a.ID, a.User)
			},
			func(dst []byte, a threeFields) []byte {
				return fmt.Appendf(dst, "%s/groups/%s/users/%d?userId=%d", prefix, url.PathEscape(a.Group), a.ID, a.User)
			})
	})
	b.Run("three fields escaped", func(b *testing.B) {
		compare(b, "/groups/:group/users/:id", threeFields{"r&d/ü", 12345, 7},
			func(a threeFields) string {
				return fmt.Sprintf("%s/groups/%s/users/%d?userId=%d", prefix, url.QueryEscape(a.Group), a.ID, a.User)
			},
			func(dst []byte, a threeFields) []byte {
				return fmt.Appendf(dst, "%s/groups/%s/users/%d?userId=%d", prefix, url.QueryEscape(a.Group), a.ID, a.User)
			})
	})
	b.Run("slice and time", func(b *testing.B) {
		since := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		compare(b, "/todos", listFilter{new(7), []string{"a", "b"}, since}, sprintFilter,
			func(dst []byte, a listFilter) []byte { return append(dst, sprintFilter(a)...) })
	})
}

func sprintFilter(a listFilter) string {
	return fmt.Sprintf("%s/todos?since=%s&tag=%s&tag=%s&userId=%s", prefix, url.QueryEscape(a.Since.Format(time.RFC3339)),
		url.QueryEscape(a.Tags[0]), url.QueryEscape(a.Tags[1]), strconv.Itoa(*a.UserID))
}

// compare runs both in alternating rounds, so that what else the machine does
// falls on both, and reports the least and the median of the ratios.
func compare[A any](b *testing.B, template string, args A, sprintf func(A) string, appendf func([]byte, A) []byte) {
	t := pathtemplate.MustParse(template)
	plan, err := argument.Compile(reflect.TypeFor[A](), t)
	if err != nil {
		b.Fatal(err)
	}
	safe, err := argument.Compile(reflect.TypeFor[A](), t, argument.WithoutOffsets)
	if err != nil {
		b.Fatal(err)
	}
	buffer := make([]byte, 0, 256)
	appends := func(p *argument.Plan) func() int {
		return func() int {
			a := args
			u, err := p.Append(append(buffer, prefix...), argument.Of(p, &a), argument.Whole)
			if err != nil || string(u) == "" {
				b.Fatal(err)
			}
			return len(u)
		}
	}
	sprint := func() int { return len(sprintf(args)) }
	b.Run("Append to Sprintf", func(b *testing.B) { ratio(b, appends(plan), sprint) })
	b.Run("Append to Appendf", func(b *testing.B) {
		ratio(b, appends(plan), func() int { return len(appendf(buffer, args)) })
	})
	b.Run("reflect to Sprintf", func(b *testing.B) { ratio(b, appends(safe), sprint) })
}

func ratio(b *testing.B, ours, theirs func() int) {
	const calls = 1000
	if ours() != theirs() {
		b.Fatalf("the URLs differ: %d and %d bytes", ours(), theirs())
	}
	var ratios []float64
	var ourTime, theirTime time.Duration
	for b.Loop() {
		one, other := timed(calls, ours), timed(calls, theirs)
		ratios = append(ratios, float64(one)/float64(other))
		ourTime, theirTime = ourTime+one, theirTime+other
	}
	slices.Sort(ratios)
	b.ReportMetric(ratios[0], "ratio-min")
	b.ReportMetric(ratios[len(ratios)/2], "ratio-median")
	rounds := float64(len(ratios) * calls)
	b.ReportMetric(float64(ourTime)/rounds, "ours-ns")
	b.ReportMetric(float64(theirTime)/rounds, "theirs-ns")
	b.ReportMetric(testing.AllocsPerRun(100, func() { ours() }), "ours-allocs")
	b.ReportMetric(0, "ns/op")
}

func timed(calls int, f func() int) time.Duration {
	start := time.Now()
	for range calls {
		f()
	}
	return time.Since(start)
}
