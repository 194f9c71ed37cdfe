// Package lru keeps the values that were used last, up to a weight:
//
//	cache := lru.New[string, page](16 << 20)
//	p, ok := cache.Get(key)
//	cache.Put(key, p, len(p.body))
package lru

import (
	"container/list"
	"sync"
)

// Cache keeps values by key. It is safe for concurrent use.
type Cache[K comparable, V any] struct {
	mu    sync.Mutex
	limit int
	used  int
	order *list.List // of item, the one used last in front
	items map[K]*list.Element
}

type item[K comparable, V any] struct {
	key    K
	value  V
	weight int
}

// New makes a cache of values that weigh limit together at most.
func New[K comparable, V any](limit int) *Cache[K, V] {
	return &Cache[K, V]{limit: limit, order: list.New(), items: map[K]*list.Element{}}
}

// Get returns the value of a key.
func (c *Cache[K, V]) Get(key K) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.items[key]
	if e == nil {
		return value, false
	}
	c.order.MoveToFront(e)
	return e.Value.(item[K, V]).value, true
}

// Put keeps a value and drops those that were not used for longest. A value that
// weighs more than a quarter of the limit is not kept.
func (c *Cache[K, V]) Put(key K, value V, weight int) {
	if weight > c.limit/4 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if old := c.items[key]; old != nil {
		c.drop(old)
	}
	c.items[key] = c.order.PushFront(item[K, V]{key, value, weight})
	c.used += weight
	for c.used > c.limit {
		c.drop(c.order.Back())
	}
}

func (c *Cache[K, V]) drop(e *list.Element) {
	i := c.order.Remove(e).(item[K, V])
	delete(c.items, i.key)
	c.used -= i.weight
}
