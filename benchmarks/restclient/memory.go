package main

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/trefoil-go/trefoil/benchmarks/restclient/internal/measure"
	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// Point is an entity of 40 bytes that refers to nothing else on the heap.
type Point struct {
	ID int `json:"id"`
	X  int `json:"x"`
	Y  int `json:"y"`
	Z  int `json:"z"`
	T  int `json:"t"`
}

// PK is the primary key.
func (p Point) PK() int { return p.ID }

const sizeOfPoint = float64(unsafe.Sizeof(Point{}))

// memory is what an entity takes on the heap, its own size included.
type memory struct {
	entities     int
	store, plain float64 // bytes per entity, in a store and in a map
}

// measureMemory fills a store and a map with n entities.
func measureMemory(n int) (*memory, error) {
	m := &memory{entities: n}
	grown, err := measure.Growth(func() (any, error) { return storeOfPoints(n) })
	if err != nil {
		return nil, err
	}
	m.store = grown / float64(n)
	grown, err = measure.Growth(func() (any, error) {
		points := map[int]Point{}
		for i := range n {
			points[i] = point(i)
		}
		return points, nil
	})
	m.plain = grown / float64(n)
	return m, err
}

func point(i int) Point { return Point{ID: i, X: i, Y: -i, Z: 1, T: 2 * i} }

func storeOfPoints(n int) (*entity.Store, error) {
	store := entity.NewStore()
	table := entity.TableOf[Point](store)
	for i := range n {
		row, err := table.Decode(encoded(point(i)))
		if err != nil {
			return nil, err
		}
		table.Put(writeNow(store), row)
	}
	if got, status := table.Get(n - 1); got != point(n-1) || status != entity.Fresh {
		return nil, fmt.Errorf("the last of %d points is %v and %v", n, got, status)
	}
	if _, status := table.Get(n); status != entity.Missing {
		return nil, errors.New("a point is stored that nobody put there")
	}
	return store, nil
}

// overhead is what the store adds to the entity.
func (m *memory) overhead() float64 { return m.store - sizeOfPoint }
