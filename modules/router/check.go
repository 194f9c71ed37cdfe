package router

import (
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/internal/answer"
	"github.com/trefoil-go/trefoil/modules/router/internal/bind"
	"github.com/trefoil-go/trefoil/modules/router/internal/match"
	"github.com/trefoil-go/trefoil/modules/router/internal/spelling"
)

func (c *compiler) readFlags() {
	schemes := map[string]declaredFlag{}
	for _, f := range c.flags {
		if _, err := route.Parse("GET " + f.Name + " /"); err != nil || f.Name == "" {
			c.failAt(f.at, "flag %q: flags are [A-Z][A-Z0-9_]*", f.Name)
			continue
		}
		if _, twice := c.known[f.Name]; twice {
			c.failAt(f.at, "flag %s is declared twice", f.Name)
		}
		c.known[f.Name] = f
		if f.Security == nil {
			continue
		}
		other, ok := schemes[f.Security.Name]
		if ok && !reflect.DeepEqual(other.Security, f.Security) {
			c.failAt(f.at, "flags %s and %s define security scheme %q differently", other.Name, f.Name, f.Security.Name)
		}
		schemes[f.Security.Name] = f
	}
}

func (c *compiler) readHooks() {
	for _, h := range c.hooks {
		switch h.point.Stage {
		case core.BeforeFunctionCall, core.BeforeRender, core.BeforeResponse, core.AfterResponse:
		default:
			c.failAt(h.at, "stage %q does not exist", h.point.Stage)
		}
		if h.point.Flag != "" {
			c.use(h.point.Flag, "hook", h.at)
		}
	}
	for _, m := range c.inner {
		c.use(m.flag, "middleware", m.at)
	}
}

// use makes a flag known that something is registered for.
func (c *compiler) use(flag, what string, at origin) {
	if _, err := route.Parse("GET " + flag + " /"); err != nil || flag == "" {
		c.failAt(at, "%s: flag %q: flags are [A-Z][A-Z0-9_]*", what, flag)
		return
	}
	if _, ok := c.known[flag]; !ok {
		c.known[flag] = declaredFlag{Flag{Name: flag}, at}
	}
}

func (c *compiler) checkEntries() {
	promised := map[string]bool{}
	for _, e := range c.entries {
		for _, m := range e.function.mistakes {
			c.fail(e, "%s", m)
		}
		c.checkFlags(e, promised)
		if strict := e.function.about.strictQuery; strict != nil && *strict && e.function.input == nil {
			c.fail(e, "StrictQuery is for functions of router.In, which say what they know")
		}
		if e.function.about.events != nil && e.function.result != reflect.TypeFor[Events]() {
			c.fail(e, "EventType is for functions that return router.Events")
		}
		if len(e.function.mistakes) == 0 {
			c.checkParams(e)
			c.checkTypes(e)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(promised)) {
		c.failAt(c.known[name].at, "flag %s promises security scheme %q in the description but no beforeFunctionCall hook enforces it", name, c.known[name].Security.Name)
	}
	c.checkOverlaps()
	c.checkOperationIDs()
}

func (c *compiler) checkFlags(e entry, promised map[string]bool) {
	for i, name := range e.route.Flags {
		flag, ok := c.known[name]
		for _, needed := range flag.Needs {
			if _, exists := c.known[needed]; exists && needed != name && !slices.Contains(e.route.Flags[:i], needed) {
				c.fail(e, "flag %s needs flag %s in front of it, because hooks run in the order of the flags", name, needed)
			}
		}
		switch {
		case ok && flag.Security != nil && !c.enforced(name):
			promised[name] = true
		case ok:
		default:
			c.fail(e, "unknown flag %s%s", name, c.flagHint(name))
		}
	}
}

// flagHint says what to do about an unknown flag.
func (c *compiler) flagHint(name string) string {
	if meant := spelling.Nearest(name, slices.Sorted(maps.Keys(c.known))); meant != "" {
		return fmt.Sprintf(" (did you mean %s?)", meant)
	}
	return ": declare it with Flag or register a hook for it"
}

// checkNeeds finds what flags need and no flag is.
func (c *compiler) checkNeeds() {
	for _, f := range c.flags {
		for _, needed := range f.Needs {
			if _, ok := c.known[needed]; !ok {
				c.failAt(f.at, "flag %s needs flag %s, which does not exist%s", f.Name, needed, c.flagHint(needed))
			} else if needed == f.Name {
				c.failAt(f.at, "flag %s needs itself", f.Name)
			}
		}
	}
}

// warnUnused tells about what is registered for a flag that no route carries.
func (c *compiler) warnUnused() {
	carried := map[string]bool{"": true}
	for _, e := range c.entries {
		for _, flag := range e.route.Flags {
			carried[flag] = true
		}
	}
	for _, h := range c.hooks {
		if !carried[h.point.Flag] {
			c.logger.Warn("a hook is for a flag that no route carries", "flag", h.point.Flag, "stage", string(h.point.Stage), "hook", h.at.String())
		}
	}
	for _, m := range c.inner {
		if !carried[m.flag] {
			c.logger.Warn("a middleware is for a flag that no route carries", "flag", m.flag, "middleware", m.at.String())
		}
	}
}

func (c *compiler) enforced(flag string) bool {
	return slices.ContainsFunc(c.hooks, func(h registeredHook) bool {
		return h.point.Flag == flag && h.point.Stage == core.BeforeFunctionCall
	})
}

func (c *compiler) checkParams(e entry) {
	f, names := e.function, e.route.Params()
	switch {
	case f.handler != nil:
		return
	case f.input != nil:
		c.checkInput(e, names)
		return
	case len(f.params) != len(names):
		c.fail(e, "controller takes %d path parameter(s) %v, route has %d %v", len(f.params), f.params, len(names), names)
		return
	}
	for i, t := range f.params {
		if bind.Setter(t) == nil || t.Kind() == reflect.Pointer {
			c.fail(e, "parameter %s: a %s cannot be read from a path: use a string, bool, number or encoding.TextUnmarshaler", names[i], t)
		}
	}
}

func (c *compiler) checkInput(e entry, names []string) {
	var taken []string
	for _, f := range e.function.input.Fields {
		if f.In != "path" {
			continue
		}
		taken = append(taken, f.Name)
		if !slices.Contains(names, f.Name) {
			c.fail(e, "the struct takes path parameter %q, route has %v", f.Name, names)
		}
	}
	for _, name := range names {
		if !slices.Contains(taken, name) {
			c.fail(e, "no field of the struct takes path parameter %q", name)
		}
	}
	bodiless := e.route.Method == http.MethodGet || e.route.Method == http.MethodHead
	if in := e.function.input; bodiless && in.HasBody() {
		c.fail(e, "a %s request has no body to read", e.route.Method)
	}
}

func (c *compiler) checkTypes(e entry) {
	if t := e.function.result; t != nil && !isStream(t) {
		if why := answer.Unmeant(resultType(e.function)); why != "" && c.formats.OnlyJSON() {
			c.fail(e, "result %s", why)
		}
		if why := answer.Unencodable(t); why != "" {
			c.fail(e, "result %s cannot be encoded: %s", t, why)
		}
	}
	if e.function.input == nil {
		return
	}
	for _, f := range e.function.input.Members {
		if why := answer.Unencodable(f.Type); why != "" {
			c.fail(e, "member %q cannot be decoded: %s", f.Name, why)
		}
	}
}

// checkOperationIDs finds operations of one name: generated clients would have
// one method for both (OpenAPI 3.1, section 4.8.10).
func (c *compiler) checkOperationIDs() {
	first := map[string]entry{}
	for _, e := range described(c.entries) {
		id := e.operationID()
		other, taken := first[id]
		if !taken {
			first[id] = e
			continue
		}
		if other.route.Method == e.route.Method && match.Compare(other.route.Segments, e.route.Segments) == match.Same {
			continue // a mistake already
		}
		c.fail(e, "operationId %q is that of %q -> %s too: name one of them, as in router.With(fn, router.OperationID(%q))",
			id, other.key, other.function.at, e.routeID())
	}
}
