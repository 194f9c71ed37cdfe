package apichange

import "slices"

// maxSteps bounds the search for the operations of all changes.
const maxSteps = 5_000_000

// uses knows in which operations the parts that were compared stand. Its parts are
// operations and pairs of schemas; a part stands in the one that was open when it was
// reached.
type uses struct {
	within  [][]int // of each part: those in which it stands
	names   []string
	open    []int
	holders [][]int // of each change: the parts that have it
}

func newUses() *uses { return &uses{} }

// begin opens a part: an operation, or what has no name.
func (u *uses) begin(name string) (part int) {
	part = len(u.within)
	u.within, u.names = append(u.within, nil), append(u.names, name)
	u.reach(part)
	u.open = append(u.open, part)
	return part
}

// end closes the part that was opened last.
func (u *uses) end() { u.open = u.open[:len(u.open)-1] }

// reach says that a part stands in the open one.
func (u *uses) reach(part int) {
	if len(u.open) > 0 {
		u.within[part] = append(u.within[part], u.open[len(u.open)-1])
	}
}

// hold says that the open part has a change.
func (u *uses) hold(change int) {
	for len(u.holders) <= change {
		u.holders = append(u.holders, nil)
	}
	if len(u.open) > 0 {
		u.holders[change] = append(u.holders[change], u.open[len(u.open)-1])
	}
}

// operations returns the names of the operations of each change, in the order in which
// they were compared.
func (u *uses) operations() [][]string {
	all, steps := make([][]string, len(u.holders)), 0
	for i, holders := range u.holders {
		var found []int
		visited := map[int]bool{}
		for queue := slices.Clone(holders); len(queue) > 0 && steps < maxSteps; queue = queue[1:] {
			part := queue[0]
			if steps++; visited[part] {
				continue
			}
			visited[part] = true
			if u.names[part] != "" {
				found = append(found, part)
			}
			queue = append(queue, u.within[part]...)
		}
		slices.Sort(found)
		for _, part := range found {
			all[i] = append(all[i], u.names[part])
		}
	}
	return all
}
