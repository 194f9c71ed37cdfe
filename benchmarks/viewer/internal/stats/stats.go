// Package stats is the arithmetic of rounds. Figures that are not numbers are
// those of visits that came to nothing: they are left out.
//
//	stats.Median([]float64{3, 1, math.NaN(), 2}) // 2
package stats

import (
	"math"
	"slices"
)

// Median is the middle figure, the lower one of two, and not a number when there
// is none.
func Median(figures []float64) float64 { return Quantile(figures, 0.5) }

// Min is the smallest figure, and not a number when there is none.
func Min(figures []float64) float64 { return Quantile(figures, 0) }

// Max is the largest figure, and not a number when there is none.
func Max(figures []float64) float64 { return Quantile(figures, 1) }

// Quantile is the figure below which, or at which, a part q of the others is,
// from 0 to 1. It is not a number when there is none.
func Quantile(figures []float64, q float64) float64 {
	sorted := slices.DeleteFunc(slices.Clone(figures), math.IsNaN)
	if len(sorted) == 0 {
		return math.NaN()
	}
	slices.Sort(sorted)
	return sorted[int(q*float64(len(sorted)-1))]
}

// Ratios divides round by round, as far as both have rounds.
func Ratios(v, base []float64) []float64 {
	ratios := make([]float64, 0, len(v))
	for i := range min(len(v), len(base)) {
		ratios = append(ratios, v[i]/base[i])
	}
	return ratios
}
