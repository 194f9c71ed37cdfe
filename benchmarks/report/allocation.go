package report

import "fmt"

// NoLimit is for allocations that no goal bounds.
const NoLimit = -1

// AllocLimit is the part of a goal's limit that bounds allocations. It is empty
// for NoLimit.
func AllocLimit(limit float64) string {
	switch limit {
	case NoLimit:
		return ""
	case 1:
		return ", ≤ 1 allocation"
	}
	return fmt.Sprintf(", ≤ %.0f allocations", limit)
}

// AllocFigure is how many allocations were counted, as reports show it. It is
// empty where there is NoLimit.
func AllocFigure(allocs, limit float64) string {
	if limit == NoLimit {
		return ""
	}
	return fmt.Sprintf("%.2f", allocs)
}

// AllocsWithin reports whether a limit is kept. It forgives the hundredth that
// AllocFigure does not show.
func AllocsWithin(allocs, limit float64) bool { return limit == NoLimit || allocs < limit+0.005 }
