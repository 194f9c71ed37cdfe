package router

import (
	"slices"

	"github.com/trefoil-go/trefoil/modules/core"
)

// RouteInfo is one line of the route table, for listings.
type RouteInfo struct {
	Method     string     `json:"method"`
	Path       string     `json:"path"`
	Key        string     `json:"key"` // the route string as written
	Flags      []string   `json:"flags"`
	Function   string     `json:"function"` // such as "api.showUser"
	File       string     `json:"file"`     // of the function, empty when unknown
	Line       int        `json:"line"`
	Hooks      []HookInfo `json:"hooks"`      // in the order in which they run
	Reflective bool       `json:"reflective"` // called by reflection, which F0 to F4 and In avoid
	Hidden     bool       `json:"hidden"`     // not in the description of the API
	Before     []string   `json:"before"`     // keys of routes that fit some of the same requests and lose, though none is more specific
	Summary    string     `json:"summary"`
}

// HookInfo is one hook of a route.
type HookInfo struct {
	Stage string `json:"stage"` // such as "beforeFunctionCall"
	Guard bool   `json:"guard"` // registered with Guard
	Flag  string `json:"flag"`  // empty: every route
	Name  string `json:"name"`
	Order int    `json:"order"`
	File  string `json:"file"` // empty when unknown
	Line  int    `json:"line"`
}

// stages are all stages in the order in which a request passes them.
var stages = []core.Stage{core.BeforeFunctionCall, core.BeforeRender, core.BeforeResponse, core.AfterResponse}

// Routes lists the routes in the order of the table. It builds the router and opens
// no port; the error is a *TableError.
func (r *Router) Routes() ([]RouteInfo, error) {
	if _, err := r.Handler(); err != nil {
		return nil, err
	}
	var all []RouteInfo
	for _, e := range r.built.entries {
		f := e.function
		all = append(all, RouteInfo{
			Key: e.key, Method: e.route.Method, Path: e.route.Path, Flags: slices.Clone(e.route.Flags),
			Function: f.at.name, File: f.at.file, Line: f.at.line, Hooks: r.hooksOf(e),
			Before: r.built.wonOver(e), Reflective: f.reflective, Hidden: f.about.hidden, Summary: f.about.summary,
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
