// Package lint finds what is wrong with a description, though it can be read: examples
// that their schemas refuse, patterns that programs cannot read, promises that nothing
// keeps.
package lint

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/finding"
	"github.com/trefoil-go/trefoil/apps/trefoil/internal/spec"
	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// The rules.
const (
	unread             = "unread"
	remark             = "remark"
	example            = "example"
	defaultValue       = "default"
	patternGo          = "pattern-go"
	patternECMAScript  = "pattern-ecmascript"
	memberMissing      = "member-missing"
	memberUnknown      = "member-unknown"
	memberValue        = "member-value"
	membersExclude     = "members-exclude"
	headerIgnored      = "header-ignored"
	schemaKeyword      = "schema-keyword"
	schemaVersion      = "schema-version"
	contentEmpty       = "content-empty"
	contentEntries     = "content-entries"
	componentName      = "component-name"
	parameterDuplicate = "parameter-duplicate"
	pathDuplicate      = "path-duplicate"
	pathParameter      = "path-parameter"
	securityUndeclared = "security-undeclared"
	securityMissing    = "security-missing"
	successMissing     = "success-missing"
	responseStatus     = "response-status"
	linkTarget         = "link-target"
	serverVariable     = "server-variable"
	operationIDMissing = "operation-id-missing"
	summaryMissing     = "summary-missing"
	unbounded          = "unbounded"
	unused             = "unused"
)

// Rules returns all rules.
func Rules() []finding.Rule {
	return []finding.Rule{
		{ID: unread, Level: finding.Error, Title: "a part of the description cannot be read"},
		{ID: remark, Level: finding.Warning, Title: "a part of the description is not as it should be"},
		{ID: example, Level: finding.Error, Title: "the schema refuses an example", Source: "OpenAPI 3.1, section 4.8.14"},
		{ID: defaultValue, Level: finding.Error, Title: "the schema refuses its default", Source: "JSON Schema Validation, section 9.2"},
		{ID: patternGo, Level: finding.Warning, Title: "programs in Go cannot read a pattern"},
		{ID: patternECMAScript, Level: finding.Error, Title: "JavaScript cannot read a pattern", Source: "JSON Schema Core, section 6.4"},
		{ID: memberMissing, Level: finding.Error, Title: "a member that has to be there is missing", Source: "OpenAPI 3.1, section 4.8"},
		{ID: memberUnknown, Level: finding.Warning, Title: "OpenAPI does not define a member, which is no extension", Source: "OpenAPI 3.1, section 4.9"},
		{ID: memberValue, Level: finding.Error, Title: "a member has a value that it may not have", Source: "OpenAPI 3.1, section 4.8"},
		{ID: schemaKeyword, Level: finding.Error, Title: "a keyword of a schema has a value that it may not have", Source: "JSON Schema Validation, section 6"},
		{ID: schemaVersion, Level: finding.Warning, Title: "a keyword of a schema is one of another version of OpenAPI", Source: "OpenAPI 3.0, section 4.7.24"},
		{ID: headerIgnored, Level: finding.Warning, Title: "a header parameter means nothing", Source: "OpenAPI 3.1, section 4.8.12.2"},
		{ID: membersExclude, Level: finding.Error, Title: "two members exclude each other", Source: "OpenAPI 3.1, section 4.8"},
		{ID: contentEmpty, Level: finding.Warning, Title: "a request body has no media type", Source: "OpenAPI 3.1, section 4.8.13"},
		{ID: contentEntries, Level: finding.Error, Title: "the content of a parameter or header has not one media type", Source: "OpenAPI 3.1, section 4.8.12"},
		{ID: componentName, Level: finding.Error, Title: "the name of a component has other characters than it may have", Source: "OpenAPI 3.1, section 4.8.7"},
		{ID: parameterDuplicate, Level: finding.Error, Title: "a list has a parameter twice", Source: "OpenAPI 3.1, section 4.8.10"},
		{ID: pathDuplicate, Level: finding.Error, Title: "two paths are one but for the names of their variables", Source: "OpenAPI 3.1, section 4.8.8"},
		{ID: pathParameter, Level: finding.Error, Title: "a path and its parameters do not fit", Source: "OpenAPI 3.1, section 4.8.12.1"},
		{ID: securityUndeclared, Level: finding.Error, Title: "a security scheme is not declared", Source: "OpenAPI 3.1, section 4.8.30"},
		{ID: securityMissing, Level: finding.Warning, Title: "an operation refuses credentials that it does not ask for", Source: "RFC 9110, sections 15.5.2 and 15.5.4"},
		{ID: successMissing, Level: finding.Warning, Title: "an operation never succeeds", Source: "OpenAPI 3.1, section 4.8.16"},
		{ID: responseStatus, Level: finding.Error, Title: "a response key is not a status", Source: "OpenAPI 3.1, section 4.8.16"},
		{ID: linkTarget, Level: finding.Error, Title: "a link names an operation that does not exist", Source: "OpenAPI 3.1, section 4.8.20"},
		{ID: serverVariable, Level: finding.Error, Title: "a server and its variables do not fit", Source: "OpenAPI 3.1, sections 4.8.5 and 4.8.6"},
		{ID: operationIDMissing, Level: finding.Note, Title: "an operation has no operationId", Source: "OpenAPI 3.1, section 4.8.10"},
		{ID: summaryMissing, Level: finding.Note, Title: "an operation says nothing about itself", Source: "OpenAPI 3.1, section 4.8.10"},
		{ID: unbounded, Level: finding.Note, Title: "a request may be of any size"},
		{ID: unused, Level: finding.Note, Title: "nothing refers to a component"},
	}
}

// Check adds what is wrong with a description to a report. The error is one of ctx, or
// of a description that cannot be read a second time.
func Check(ctx context.Context, r *finding.Report, s *spec.Spec, severities finding.Severities) error {
	text, err := openapi.ToJSON(s.Doc.Text)
	if err != nil {
		return fmt.Errorf("%s: %w", s.Name, err)
	}
	c := &checker{ctx: ctx, doc: s.Doc, seen: map[problem]bool{}, entered: map[string]bool{}, ids: map[string]string{}}
	if err := json.Unmarshal(text, &c.root); err != nil {
		return fmt.Errorf("%s: %w", s.Name, err)
	}
	c.values = jsonschema.New(func(ref string) (*apidoc.Schema, bool) {
		schema, err := s.Doc.Schema(ctx, ref)
		return schema, err == nil
	})
	c.description(s)
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("check %s: %w", s.Name, err)
	}
	return c.add(r, s, severities)
}

// checker checks one description.
type checker struct {
	ctx       context.Context //nolint:containedctx // of the one run that it is made for
	doc       *apidoc.Document
	root      any // the description as JSON
	values    *jsonschema.Checker
	operation string // that is being checked, "" for none
	problems  []placed
	seen      map[problem]bool
	entered   map[string]bool   // schemas of requests, by reference
	ids       map[string]string // pointers of operations, by operationId
}

// problem is what was found, wherever it was reached from.
type problem struct{ rule, pointer, message string }

// placed is a problem with what it was found for.
type placed struct {
	problem
	operation string
	at        openapi.Place // zero where it stands at the pointer
}

// found notes what was found, once for all operations that share it.
func (c *checker) found(rule, pointer, format string, args ...any) {
	p := problem{rule, c.real(pointer), fmt.Sprintf(format, args...)}
	if !c.seen[p] {
		c.seen[p] = true
		c.problems = append(c.problems, placed{problem: p, operation: c.operation})
	}
}

// add adds the problems with their places.
func (c *checker) add(r *finding.Report, s *spec.Spec, severities finding.Severities) error {
	pointers := make([]string, len(c.problems))
	for i, p := range c.problems {
		pointers[i] = p.pointer
	}
	places, err := s.Places(pointers)
	if err != nil {
		return err
	}
	for i, p := range c.problems {
		at := cmp.Or(p.at, places[i])
		r.Add(finding.Finding{
			Rule: p.rule, Message: p.message, Operation: p.operation, Pointer: p.pointer,
			File: at.File, Line: at.Line, Column: at.Column,
		}, severities)
	}
	return nil
}

// description checks all of it.
func (c *checker) description(s *spec.Spec) {
	for _, p := range c.doc.Problems {
		rule := unread
		if p.Read {
			rule = remark
		}
		var at openapi.Place
		if p.Line > 0 { // the pointer may be one through references
			at = openapi.Place{File: cmp.Or(p.File, s.Name), Line: p.Line, Column: p.Column}
		}
		c.problems = append(c.problems, placed{problem: problem{rule, c.real(p.Pointer), p.Message}, at: at})
	}
	for i := range c.doc.Servers {
		checkServer(c, "/servers/"+strconv.Itoa(i), &c.doc.Servers[i])
	}
	for i := range c.doc.Operations {
		c.read(&c.doc.Operations[i], c.doc.Operation)
	}
	for i := range c.doc.Webhooks {
		c.read(&c.doc.Webhooks[i], c.doc.Webhook)
	}
	c.operation = ""
	c.objects()
	c.models()
	c.components()
}

func (c *checker) read(o *apidoc.OperationSummary, read func(context.Context, string) (*apidoc.Operation, error)) {
	core.ReportProgress(c.ctx, core.Progress{Phase: "Checking the operations"})
	c.operation = o.Method + " " + o.Path
	op, err := read(c.ctx, o.Slug)
	if err != nil {
		c.found(unread, o.Pointer, "%v", err)
		return
	}
	checkOperation(c, op)
}

// models checks the schemas that have names, and whether something refers to them.
func (c *checker) models() {
	for i := range c.doc.Models {
		core.ReportProgress(c.ctx, core.Progress{Phase: "Checking the models"})
		m := &c.doc.Models[i]
		pointer := strings.TrimPrefix(m.Ref, "#")
		model, err := c.doc.Model(c.ctx, m.Slug)
		if err != nil {
			c.found(unread, pointer, "%v", err)
			continue
		}
		checkSchema(c, pointer, model.Schema)
		uses, err := c.doc.Uses(c.ctx, m.Ref)
		if err == nil && empty(uses.Direct) && empty(uses.Through) && len(uses.Children) == 0 && !c.discriminated(model.Schema) {
			c.found(unused, pointer, "nothing refers to the schema %s", m.Name)
		}
	}
}

// discriminated reports whether a schema extends one with a discriminator, whose values
// are the names of such schemas (OpenAPI 3.1, section 4.8.25).
func (c *checker) discriminated(s *apidoc.Schema) bool {
	return slices.ContainsFunc(s.AllOf, func(part *apidoc.Schema) bool {
		base, err := c.doc.Schema(c.ctx, part.Ref)
		return part.Ref != "" && err == nil && base.Discriminator != nil
	})
}

func empty(u apidoc.Users) bool { return len(u.Operations)+len(u.Webhooks)+len(u.Models) == 0 }

func (c *checker) components() {
	for i := range c.doc.Components {
		one := &c.doc.Components[i]
		pointer := strings.TrimPrefix(one.Ref, "#")
		c.found(unused, pointer, "nothing refers to the component %s", one.Name)
		if _, err := c.doc.Component(c.ctx, one.Slug); err != nil && !errors.Is(err, apidoc.ErrNotFound) {
			c.found(unread, pointer, "%v", err)
		}
	}
}

// at returns the value at a pointer, and the part of the pointer that there is.
func (c *checker) at(pointer string) (value any, real string) {
	value = c.root
	for token := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		var below any
		switch v := value.(type) {
		case map[string]any:
			below = v[jsonpointer.Unescape(token)]
		case []any:
			if i, err := strconv.Atoi(token); err == nil && i >= 0 && i < len(v) {
				below = v[i]
			}
		}
		if below == nil {
			return nil, real
		}
		value, real = below, real+"/"+token
	}
	return value, real
}

// real is the part of a pointer that there is: Swagger 2.0 has bodies elsewhere.
func (c *checker) real(pointer string) string {
	_, real := c.at(pointer)
	return real
}
