package apichange

// members compares the members of objects. Those that only the server writes
// are not part of a request, those that only clients write not of a response.
func (s *site) members() {
	for _, name := range sortedKeys(s.old.names(), s.new.names()) {
		had, has := s.holds(s.old, name), s.holds(s.new, name)
		switch {
		case !had && !has:
		case !had:
			s.memberIsNew(name)
		case !has:
			s.memberIsGone(name)
		default:
			s.memberRequired(name)
			s.compare(s.old.properties[name], s.new.properties[name], s.direction)
		}
	}
}

// names are the members that a shape says something about.
func (f *shape) names() map[string]bool {
	all := map[string]bool{}
	for name := range f.properties {
		all[name] = true
	}
	for name := range f.required {
		all[name] = true
	}
	return all
}

func (s *site) holds(f *shape, name string) bool {
	p, described := f.properties[name]
	if s.direction == request {
		return (described || f.required[name]) && !p.marked("readOnly")
	}
	return (described || f.required[name]) && !p.marked("writeOnly")
}

func (s *site) memberIsNew(name string) {
	switch {
	case s.direction == response:
		s.compatible(s.at, "the member %q is new", name)
	case s.new.required[name]:
		s.breaking(s.at, "the required member %q is new", name)
	default:
		s.compatible(s.at, "the optional member %q is new", name)
	}
}

func (s *site) memberIsGone(name string) {
	if s.direction == request && s.new.tolerant() {
		s.compatible(s.at, "the member %q is gone: it is one of the others now", name)
		return
	}
	s.breaking(s.at, "the member %q is gone", name)
}

// tolerant says whether a shape accepts members that it does not name: it says
// so, or it names none.
func (f *shape) tolerant() bool {
	additional, said := f.keywords["additionalProperties"]
	if said {
		return additional.value != false
	}
	return len(f.properties) == 0
}

func (s *site) memberRequired(name string) {
	was, is := s.old.required[name], s.new.required[name]
	switch {
	case s.direction == request:
		s.comparison.required(s.at, "the member \""+name+"\"", was, is)
	case was && !is:
		s.breaking(s.at, "the member %q may be missing now", name)
	case !was && is:
		s.compatible(s.at, "the member %q is always there now", name)
	}
}

// additional compares additionalProperties. Opening a closed object breaks
// nobody: clients ignore members that they do not know.
func (s *site) additional() {
	was, is := s.old.keywords["additionalProperties"], s.new.keywords["additionalProperties"]
	switch {
	case was.value != false && is.value == false:
		s.tell(narrowed, "other members are not allowed any more")
	case was.value == false && is.value != false:
		s.compatible(s.at, "other members are allowed now")
	case was.object() != nil || is.object() != nil:
		s.schemas(was, is, s.direction)
	}
}
