package router

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/route"
)

// Group is a controller module of others, with what their routes have in common:
//
//	r.Register(router.Group{
//		Route:       "AUTH /teams/:team",
//		Settings:    []router.Setting{router.Tags("Teams"), router.Status(404, "There is no such team.")},
//		Controllers: []core.Controller{members},
//	})
//
// A route "GET ADMIN /members/:id" of members is "GET AUTH ADMIN
// /teams/:team/members/:id" then, and "GET /" is "GET AUTH /teams/:team": its
// function, hooks, limits and description are those of a route that is written so.
// Parameters of the group come before those of the route.
//
// Groups may be in groups. A group is a value: a controller may be in several.
type Group struct {
	// Route is what stands in front of each route: flags, if any, and a path, such as
	// "/v1" or "AUTH /teams/:team". A flag that a route has too counts once. The path is
	// "/" where there are only flags; else it does not end in a slash or a catch-all.
	Route string
	// Name stands in front of operationIds that are not made of the method and path:
	// usersShow in the group v2 is v2UsersShow. It tells a controller in two groups
	// apart. Default: nothing stands there.
	Name string
	// Settings are those of all routes; what With sets for a route wins, and statuses of
	// both are documented. Summary, Description, OperationID and EventType say something
	// of one route and are mistakes here. StrictQuery is for the routes that take a struct,
	// and PagedBy for those that return a Page.
	Settings []Setting
	// Controllers are the modules of the group, groups among them.
	Controllers []core.Controller
}

var _ core.Controller = Group{}

// membership is what groups say about a function of their controllers.
type membership struct {
	groups     []string // as people call them, the outermost first
	controller string   // the type of the module
	names      []string // for the operationId
	settings   []Setting
	prefix     int    // how many segments of the path are those of groups
	misplaced  string // a mistake that is about no function
}

// String is empty outside of groups.
func (m membership) String() string { return strings.Join(m.groups, " > ") }

// Routes returns the routes of all controllers with what the group adds. What is wrong
// with the group is a mistake of the table.
func (g Group) Routes() map[string]any {
	all := map[string]any{}
	prefix, err := g.prefix()
	if err != "" {
		g.put(all, g.Route, g.misplaced(err))
		return all
	}
	for _, c := range g.Controllers {
		if c == nil {
			g.put(all, g.Route, g.misplaced("a controller module is nil"))
			continue
		}
		routes := c.Routes()
		for _, key := range slices.Sorted(maps.Keys(routes)) {
			f := *functionOf(routes[key])
			f.of = g.with(f.of, c, len(prefix.Segments))
			if f.of.misplaced != "" {
				g.put(all, key, &f)
				continue
			}
			g.put(all, joined(prefix, key), &f)
		}
	}
	return all
}

// put keeps a function. Keys that are the same differ by blanks, which mean nothing: the
// table has the mistake.
func (g Group) put(all map[string]any, key string, f *Function) {
	for all[key] != nil {
		key += " "
	}
	all[key] = f
}

func (g Group) misplaced(message string) *Function {
	return &Function{of: membership{groups: []string{g.label()}, misplaced: message}}
}

// label is how people call the group.
func (g Group) label() string {
	if g.Name != "" {
		return g.Name + " (" + g.Route + ")"
	}
	return g.Route
}

// with adds the group to those that a function of a controller has.
func (g Group) with(m membership, c core.Controller, segments int) membership {
	m.groups = slices.Concat([]string{g.label()}, m.groups)
	m.settings = slices.Concat(g.Settings, m.settings)
	m.prefix += segments
	if g.Name != "" {
		m.names = slices.Concat([]string{g.Name}, m.names)
	}
	if m.controller == "" {
		m.controller = fmt.Sprintf("%T", c)
	}
	return m
}

// prefix reads the route of the group, without segments for "/", or says what is wrong
// with the group.
func (g Group) prefix() (prefix route.Route, wrong string) {
	const method = "GET "
	prefix, err := route.Parse(method + g.Route)
	if _, alone := route.Parse(method + g.Route + " /"); err != nil && alone == nil {
		return prefix, fmt.Sprintf("has no path: write %q", strings.TrimSpace(g.Route+" /"))
	}
	if err != nil {
		message := err.Error()
		if syntax, ok := err.(*route.SyntaxError); ok {
			message = fmt.Sprintf("offset %d: %s", max(0, syntax.Offset-len(method)), syntax.Message)
		}
		return prefix, message
	}
	for _, flag := range prefix.Flags {
		if slices.Contains(route.Methods(), flag) {
			return prefix, fmt.Sprintf("a group has no method: %s stands in the keys of its routes", flag)
		}
	}
	if prefix.Path == "/" {
		prefix.Path, prefix.Segments = "", nil
		return prefix, g.wrongSetting()
	}
	switch last := prefix.Segments[len(prefix.Segments)-1]; {
	case last.Kind == route.CatchAll:
		return prefix, "the path of a group cannot end in *" + last.Text + ", which takes the rest of it"
	case last.Kind == route.Literal && last.Text == "":
		return prefix, "the path of a group does not end in a slash: those of its routes begin with one"
	}
	return prefix, g.wrongSetting()
}

// wrongSetting says which setting is about one route, empty for none.
func (g Group) wrongSetting() string {
	var a about
	for _, set := range g.Settings {
		set(&a)
	}
	name := ""
	switch {
	case a.Summary != "":
		name = "Summary"
	case a.Description != "":
		name = "Description"
	case a.id != "":
		name = "OperationID"
	case a.events != nil:
		name = "EventType"
	default:
		return ""
	}
	return name + " is about one route: set it there, as in router.With(fn, router." + name + "(…))"
}

// joined is a route string with what stands in front of it. A key that is no route
// string stays as it is.
func joined(prefix route.Route, key string) string {
	words := strings.Fields(key)
	if len(words) < 2 || !strings.HasPrefix(words[len(words)-1], "/") {
		return key
	}
	path := prefix.Path + words[len(words)-1]
	if own := words[len(words)-1]; own == "/" && prefix.Path != "" {
		path = prefix.Path
	}
	flags := slices.DeleteFunc(words[1:len(words)-1], prefix.HasFlag)
	return strings.Join(slices.Concat(words[:1], prefix.Flags, flags, []string{path}), " ")
}
