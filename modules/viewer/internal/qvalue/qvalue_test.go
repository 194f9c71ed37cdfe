package qvalue_test

import (
	"testing"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/qvalue"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		parameters []string
		want       float64
	}{
		{nil, 1},
		{[]string{""}, 1},
		{[]string{"level=1"}, 1},
		{[]string{" Q = 0.5 "}, 0.5},
		{[]string{"level=1", "q=0"}, 0},
		{[]string{"q=1.000"}, 1},
		{[]string{"q=2"}, 0},
		{[]string{"q=-1"}, 0},
		{[]string{"q=NaN"}, 0},
		{[]string{"q=x"}, 0},
		{[]string{"q="}, 0},
	} {
		if got := qvalue.Of(c.parameters...); got != c.want {
			t.Errorf("Of(%q) = %v, want %v", c.parameters, got, c.want)
		}
	}
}
