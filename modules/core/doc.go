// Package core holds the ports of Trefoil: the five small interfaces through
// which the viewer, the router and the typed client meet the outside world and
// each other.
//
// The port decides, the adapter obeys. A port speaks the standard library and
// the types of this module only, so an adapter can be swapped without touching
// the code that calls it:
//
//	source, err := openapi.FromFile("api.yaml")    // a core.SpecSource
//	handler, err := viewer.New(source, htmlrender.New())
//
// The model of an API description is package apidoc, the grammar of route
// strings package route, and the conformance suites for authors of adapters
// package coretest. What the processes of one service share has ports of its own, in
// package state. The module requires nothing but the standard library.
package core
