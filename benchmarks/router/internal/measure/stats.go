package measure

import (
	"math"
	"slices"
)

// Percentile is the smallest sample that at least p percent of the samples do
// not exceed (the nearest rank). The percentile 0 is the minimum; without
// samples it is not a number. The samples keep their order.
func Percentile(samples []float64, p float64) float64 {
	if len(samples) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(samples))
	rank := int(math.Ceil(p / 100 * float64(len(sorted))))
	return sorted[min(max(rank, 1), len(sorted))-1]
}
