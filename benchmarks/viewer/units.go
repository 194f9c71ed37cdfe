package main

import (
	"fmt"
	"math"
	"strconv"
)

// Figures that are not numbers were not measured.
func written(v float64, format string) string {
	if math.IsNaN(v) {
		return "–"
	}
	return fmt.Sprintf(format, v)
}

func ms(v float64) string        { return unit(digits(v), "ms") }
func µs(v float64) string        { return unit(digits(v), "µs") }
func times(v float64) string     { return written(v, "%.2f×") }
func megabytes(v float64) string { return unit(digits(v/1e6), "MB") }
func kilobytes(v float64) string { return unit(digits(v/1e3), "kB") }

func unit(figure, name string) string {
	if figure == "–" {
		return figure
	}
	return figure + " " + name
}

// digits has decimals where they matter.
func digits(v float64) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case math.Abs(v) < 10:
		return fmt.Sprintf("%.2f", v)
	case math.Abs(v) < 100:
		return fmt.Sprintf("%.1f", v)
	}
	return count(v)
}

// count has a comma at the thousands.
func count(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	text := strconv.FormatFloat(math.Round(v), 'f', 0, 64)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
