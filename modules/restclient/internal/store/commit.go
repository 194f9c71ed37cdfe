package store

import "time"

// commit is the state of the commit under way. The mutex of the store guards
// it.
type commit struct {
	seq     uint64
	now     time.Duration      // when it began
	depth   int                // of calls of Commit
	changed bool               // has written a version
	timed   bool               // has changed how long something is fresh
	touched []*cell            // changed by the commit; old versions of them may go
	kept    map[*cell]struct{} // hold versions for snapshots, from earlier commits
	waking  []*Watch
	finish  []func(*commit)      // what is left to do before the commit ends
	strays  []stray              // of answers that may still put them into lists
	parents []*shower            // show what the commit has changed
	waiting map[*shower]struct{} // those of parents that are still to be made anew
	changes []Change             // only with hooks
	by      string               // the first that is named
}

func (c *commit) reset() {
	clear(c.waking)
	clear(c.touched)
	c.waking, c.touched, c.changes = c.waking[:0], c.touched[:0], c.changes[:0]
	c.changed, c.timed, c.strays = false, false, nil
}

// wrote records that the commit has changed a cell.
func (c *commit) wrote(changed *cell) {
	c.changed = true
	c.touched = append(c.touched, changed)
}

// tell has those woken who watch a place, and the values made anew that show it, before
// the commit ends.
func (c *commit) tell(m *more) {
	if len(m.watchers)+len(m.parents) == 0 { // which is cheaper than to begin to range over nothing
		return
	}
	for w := range m.watchers {
		c.waking = append(c.waking, w)
	}
	for s := range m.parents {
		if c.waiting == nil {
			c.waiting = map[*shower]struct{}{}
		}
		if _, waits := c.waiting[s]; !waits {
			c.waiting[s] = struct{}{}
			c.parents = append(c.parents, s)
		}
	}
}

// settleParents makes new versions of all parents of what the commit has
// changed, and of their parents. It ends, because no type holds itself.
func (c *commit) settleParents() {
	for i := 0; i < len(c.parents); i++ {
		p := c.parents[i]
		delete(c.waiting, p)
		p.remake(c)
	}
	clear(c.parents)
	c.parents = c.parents[:0]
}
