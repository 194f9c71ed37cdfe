package router

import (
	"github.com/trefoil-go/trefoil/modules/core"
)

// RouteInfo is one line of the route table, for listings.
type RouteInfo struct {
	Key        string     `json:"key"` // the route string as declared
	Method     string     `json:"method"`
	Path       string     `json:"path"`
	Flags      []string   `json:"flags,omitempty"`
	Function   string     `json:"function"` // such as "api.showUser"
	File       string     `json:"file,omitempty"`
	Line       int        `json:"line,omitempty"`
	Hooks      []HookInfo `json:"hooks,omitempty"` // in the order in which they run
	Reflective bool       `json:"reflective,omitempty"`
	Hidden     bool       `json:"hidden,omitempty"` // from the description of the API
	Summary    string     `json:"summary,omitempty"`
}

// HookInfo is one hook of a route.
type HookInfo struct {
	Stage string `json:"stage"`
	Guard bool   `json:"guard,omitempty"`
	Flag  string `json:"flag,omitempty"` // empty: every route
	Name  string `json:"name"`
	Order int    `json:"order,omitempty"`
	File  string `json:"file,omitempty"`
	Line  int    `json:"line,omitempty"`
}

// stages are all stages in the order in which a request passes them.
var stages = []core.Stage{core.BeforeFunctionCall, core.BeforeRender, core.BeforeResponse, core.AfterResponse}

// Routes lists the routes in the order of the table. It builds the router; the
// error is a *TableError. Reflective marks functions that are called by
// reflection, which F0 to F4 and In avoid.
func (r *Router) Routes() ([]RouteInfo, error) {
	if _, err := r.Handler(); err != nil {
		return nil, err
	}
	var all []RouteInfo
	for _, e := range r.built.entries {
		f := e.function
		all = append(all, RouteInfo{
			Key: e.key, Method: e.route.Method, Path: e.route.Path, Flags: e.route.Flags,
			Function: f.at.name, File: f.at.file, Line: f.at.line, Hooks: r.hooksOf(e),
			Reflective: f.reflective, Hidden: f.about.hidden, Summary: f.about.summary,
		})
	}
	return all, nil
}

func (r *Router) hooksOf(e entry) []HookInfo {
	var all []HookInfo
	for _, stage := range stages {
		for _, h := range hooksFor(r.hooks, stage, e.route.Flags) {
			all = append(all, HookInfo{
				Stage: string(stage), Guard: h.guard != nil, Flag: h.point.Flag, Name: h.at.name,
				Order: h.point.Order, File: h.at.file, Line: h.at.line,
			})
		}
	}
	return all
}
