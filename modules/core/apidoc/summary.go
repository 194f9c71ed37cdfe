package apidoc

import "strings"

// OperationSummary is one line about an operation or webhook.
type OperationSummary struct {
	Slug        string // its place in addresses, unique
	ID          string // operationId, may be empty
	Method      string // in upper case
	Path        string // of a webhook: its name
	Summary     string
	Tags        []string // names
	Deprecated  bool
	Badges      []Badge
	Pointer     string // JSON pointer of the operation in the description
	Description string // Markdown; may be cut or empty in an outline
}

// longestTitle bounds a title in characters.
const longestTitle = 120

// Title returns the summary as Brief has it, or what stands for one: the
// operationId, or the method and path. It has one line and at most 120 characters,
// unless the operationId or path is longer.
func (o *OperationSummary) Title() string {
	if title := Brief(o.Summary, longestTitle); title != "" {
		return title
	}
	if o.ID != "" {
		return o.ID
	}
	return o.Method + " " + o.Path
}

// Lead returns the summary where the title does not hold all of it, and "" where
// it does.
func (o *OperationSummary) Lead() string {
	summary := strings.TrimSpace(o.Summary)
	if strings.ContainsAny(summary, "\n\r") || len(summary) > longestTitle && Brief(summary, len(summary)) != o.Title() {
		return summary
	}
	return ""
}

// ModelSummary is one line about a model: a schema with a name.
type ModelSummary struct {
	Slug        string // its place in addresses, unique among models
	Name        string // its key in components.schemas or definitions
	Ref         string // "#/components/schemas/Pet" or "#/definitions/Pet"
	Title       string
	Description string   // Markdown; may be cut or empty in an outline
	Tags        []string // names of the tags it is listed below (x-tags)
	Deprecated  bool
}
