package goname_test

import (
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/goname"
)

// TestComponents holds the numbers of graphs made by chance against what can be
// reached.
func TestComponents(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		n := 1 + r.IntN(9)
		edges := make([][]int, n)
		for i := range edges {
			for range r.IntN(3) {
				edges[i] = append(edges[i], r.IntN(n))
			}
		}
		nodes := make([]int, n)
		for i := range nodes {
			nodes[i] = i
		}
		of := goname.Components(nodes, func(i int) iter.Seq[int] { return slices.Values(edges[i]) })
		for a := range n {
			for b := range n {
				if want := reaches(edges, a, b) && reaches(edges, b, a); (of[a] == of[b]) != want {
					t.Fatalf("%v: %d and %d in one component: %t, want %t", edges, a, b, !want, want)
				}
			}
		}
	}
}

func reaches(edges [][]int, from, to int) bool {
	seen := map[int]bool{from: true}
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		for _, next := range edges[queue[0]] {
			if !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return seen[to]
}
