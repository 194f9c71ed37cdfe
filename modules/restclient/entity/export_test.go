package entity

// Names returns the member names of a JSON object, as the scanner reads them.
func Names(data []byte) []string {
	s := scanner{data: data}
	var names []string
	if !s.open('{') {
		return nil
	}
	for s.peek() != 0 && !s.skip('}') {
		names = append(names, string(s.name()))
		s.value()
		s.skip(',')
	}
	return names
}

// Versions counts the versions that are kept of the entity with key k.
func (t *AnyTable) Versions(k any) int {
	n := 0
	c, _ := t.cells.load(k)
	for v := c.head.Load(); v != nil; v = v.prev.Load() {
		n++
	}
	return n
}

// Kept counts the places that hold versions for snapshots.
func (s *Store) Kept() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.commit.kept)
}
