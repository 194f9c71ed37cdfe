package measure

import (
	"math"
	"slices"
)

// Median is the middle sample, the lower one of two, and not a number without
// samples. The samples keep their order.
func Median(samples []float64) float64 {
	if len(samples) == 0 {
		return math.NaN()
	}
	return slices.Sorted(slices.Values(samples))[(len(samples)-1)/2]
}

// Min is the smallest sample, and not a number without samples.
func Min(samples []float64) float64 {
	if len(samples) == 0 {
		return math.NaN()
	}
	return slices.Min(samples)
}

// Ratios divides what v cost by what base cost in the same round.
func Ratios(v, base Result) []float64 {
	return pairs(v, base, func(v, b float64) float64 { return v / b })
}

// Differences subtracts what base cost from what v cost in the same round.
func Differences(v, base Result) []float64 {
	return pairs(v, base, func(v, b float64) float64 { return v - b })
}

func pairs(v, base Result, compare func(v, b float64) float64) []float64 {
	compared := make([]float64, 0, len(v.Rounds))
	for i := range min(len(v.Rounds), len(base.Rounds)) {
		compared = append(compared, compare(v.Rounds[i], base.Rounds[i]))
	}
	return compared
}
