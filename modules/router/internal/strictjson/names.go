package strictjson

// names is a set of names, for the most part a small one.
type names struct {
	few  []string
	many map[string]struct{}
}

// add returns the name and whether it is new.
func (n *names) add(text []byte) (name string, isNew bool) {
	name = string(text)
	if n.many != nil {
		size := len(n.many)
		n.many[name] = struct{}{}
		return name, len(n.many) > size
	}
	for _, known := range n.few {
		if known == name {
			return name, false
		}
	}
	if n.few = append(n.few, name); len(n.few) > fewNames {
		n.many = make(map[string]struct{}, 2*len(n.few))
		for _, known := range n.few {
			n.many[known] = struct{}{}
		}
	}
	return name, true
}

// fewNames is how many names are compared one by one.
const fewNames = 16
