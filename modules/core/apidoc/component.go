package apidoc

import (
	"context"
)

// ComponentKind says what a component is, in the words of OpenAPI.
type ComponentKind string

// The kinds of components. Schemas are models, and security schemes stand in the
// outline.
const (
	ParameterComponent   ComponentKind = "parameters"
	RequestBodyComponent ComponentKind = "requestBodies"
	ResponseComponent    ComponentKind = "responses"
	HeaderComponent      ComponentKind = "headers"
	ExampleComponent     ComponentKind = "examples"
	LinkComponent        ComponentKind = "links"
	CallbackComponent    ComponentKind = "callbacks"
	PathItemComponent    ComponentKind = "pathItems"
	MediaTypeComponent   ComponentKind = "mediaTypes"
)

// ComponentSummary is one line about a component.
type ComponentSummary struct {
	Slug        string // its place in addresses, unique among components
	Kind        ComponentKind
	Name        string // its key in the description
	Ref         string // "#/components/parameters/Limit" or "#/parameters/Limit"
	Description string // Markdown; may be cut or empty in an outline
}

// Component is a part of a description that others may refer to. What Kind names
// is set and has Name for a name where it has none of its own; a Parameter of
// Swagger 2.0 that is a body is a RequestBody.
type Component struct {
	ComponentSummary
	Parameter   *Parameter
	RequestBody *RequestBody
	Response    *Response // its Status is Name
	Header      *Header
	Example     *Example
	Link        *Link
	Callbacks   []Callback
	Operations  []Operation // of a path item
	MediaType   *MediaType  // its Name is Name
	// Extensions are those of a path item, and what stands in a component that
	// is nothing of the above.
	Extensions []Extension
}

// ComponentReader is a Reader that reads components.
type ComponentReader interface {
	// ReadComponent reads the component that c summarises. The error is
	// ErrNotFound when there is none. It is called concurrently.
	ReadComponent(ctx context.Context, c *ComponentSummary) (*Component, error)
}
