package main

import (
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/benchmarks/report"
)

// goals is what the client wants to reach, in the order of the report.
func goals(f *figures) []goal {
	return slices.Concat(urlGoals(f), fetchGoals(), readGoals(), memoGoals(), normaliseGoals(f.scale), watchGoals(), sharedGoals(f.scale), originalGoals(),
		editGoals(), []goal{storeUnder("P16", "memory of an entity beyond its size", "StoreMemory", "beyond-B", "B", 96, report.NoLimit).because(everyFieldStamped)}, redisGoals(), compileGoals())
}

// Why goals are missed that have one cause.
const (
	clockRead         = "a look at the clock, which takes a fourth of it here, two tables, and functions for each type of entity, which the compiler does not put in line"
	rowByRow          = "the text of each row is compared with the one before, or decoded and read again for the names of its members; the row is found, compared and renewed"
	perCall           = "a deadline, a call that others may share, a request and a response of our own, and one commit"
	everyFieldStamped = "versions and times of every entity, and its place in a hash table, which has just doubled at 1 000 000"
	callWritten       = "the URL of the list is written out when the arguments are others than before"
	listKeyWritten    = callWritten
)

// urlGoals is one goal for each kind of URL that is measured.
func urlGoals(f *figures) (list []goal) {
	const limit = 0.35
	for _, r := range f.urls {
		if strings.HasSuffix(r.name, urlGoal) {
			list = append(list, r.urlGoal(limit).because("every value is formatted as fmt does it, and checked for what a URL must not hold"))
		}
	}
	if len(list) == 0 {
		unmeasured := (&comparison{name: "no benchmark of the client compares them"}).urlGoal(limit)
		unmeasured.find = func(*figures) finding { return finding{} }
		list = append(list, unmeasured)
	}
	return list
}

// fetchGoals compares with what decodes with the same decoder.
func fetchGoals() []goal {
	const work = perCall
	return []goal{
		within("P2", "fetch one row over resty, to resty with SetResult", "one", overResty, bareResty, 1.25, report.NoLimit).because(work),
		within("P3", "fetch one row over net/http, to net/http with the same decoder", "one", overHTTP, bareV2, 2, 40).because(work),
		within("P4", "fetch 100 rows over net/http, to net/http with the same decoder", "hundred", overHTTP, bareV2, 1.15, report.NoLimit).because(rowByRow),
		within("P5", "fetch one row over loopback with net/http, to net/http with the same decoder", "loopback", overHTTP, bareV2, 1.10, report.NoLimit).because(work),
	}
}

func readGoals() []goal {
	return []goal{
		under("P6", "read what is fresh through the public API", "cached", boundGet, 80, 0).because(clockRead),
		times("P6", "read what is fresh, faster than a round trip in process", "cached", boundGet, bareHTTP, 25).because(clockRead),
		storeWithin("P7", "read from a table of 1 000 000, to one of 1 000", "StoreTable/read", 1.3, report.NoLimit),
		storeWithin("P8", "write to a table of 1 000 000, to one of 1 000", "StoreTable/write", 1.5, 4).because("fields are compared and copied through reflection"),
	}
}

func memoGoals() []goal {
	return []goal{
		under("P9", "ask a query again, 100 rows", "memo", memoOf(100), 40, 0).because(callWritten),
		within("P9", "ask a query again, 10 000 rows to 100", "memo", memoOf(10_000), memoOf(100), 1.2, report.NoLimit),
		times("P9", "ask a query again, faster than to sort 1 000 rows", "memo", memoOf(1000), sortAgain, 100).because(callWritten),
		storeUnder("P10", "keep a memo across an unrelated write, for each row", "StoreMemo", "added-ns", "ns", 2.5, 0).because(listKeyWritten),
	}
}

func normaliseGoals(at scale) []goal {
	n := normalisedRows
	return []goal{
		within("P11", "normalise 2 000 unchanged rows, to Unmarshal", "normalise", unchangedOf(n), unmarshalOf(n), 0.30, report.NoLimit).because(rowByRow),
		within("P11", "merge 2 000 rows, to Unmarshal", "normalise", changedWithoutUser(n), unmarshalPartOf(n), 1.8, report.NoLimit).because(rowByRow + "; fields are merged through reflection"),
		perUnit("P11", "normalise a row of a long list, to one of 100", "linear", unchangedOf(at.rows), unchangedOf(fewRows), float64(at.rows), fewRows, 1.3).
			because("the rows of a long list are out of the caches of the processor"),
	}
}

func watchGoals() []goal {
	return []goal{storeWithin("P12", "write beside 10 000 watchers of other entities, to no watchers", "StoreWatch", 1.1, report.NoLimit)}
}

func editGoals() []goal {
	return []goal{storeWithin("P15", "edit and settle beside 1 000 pending edits, to none", "StoreEdit", 1.1, report.NoLimit)}
}

func sharedGoals(at scale) []goal {
	const text = "each of many identical reads at once, which make one request, beyond the first"
	return []goal{added("P13", text, "shared", manyReaders, oneReader, float64(at.readers-1), 3000, report.NoLimit).because("every reader writes its call out and waits in a select, on a stack that grows for that")}
}

func originalGoals() []goal {
	large := func(t theirs) float64 { return t.MemoLarge }
	small := func(t theirs) float64 { return t.MemoSmall }
	write := func(t theirs) float64 { return t.UnrelatedWrite }
	return []goal{
		overOriginal("P14", "ask a query over 100 rows again, faster than Data Client", "≥ 100×", "%.1f×", atLeast(100), faster(small, memoOf(fewRows))).because(callWritten),
		overOriginal("P14", "ask a query over 2 000 rows again, faster than Data Client", "≥ 100×", "%.1f×", atLeast(100), faster(large, memoOf(normalisedRows))).because(callWritten),
		overOriginal("P14", "normalise 2 000 rows, to parsing, as a part of the same ratio of Data Client", "≤ 0.50×", "%.3f×", atMost(0.5), normaliseRatio).because(rowByRow),
		overOriginal("P14", "write among 2 000 rows, faster than Data Client", "≥ 1000×", "%.0f×", atLeast(1000), faster(write, writeAmongMany)).because("fields are compared and copied through reflection"),
	}
}
