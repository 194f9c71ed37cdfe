package restgen

import (
	"errors"
	"fmt"
	"go/token"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Option changes a setting of Generate. Options apply in order, the last wins.
type Option func(*config)

type config struct {
	pkg        string
	prefix     string
	tags       []string
	operations []string
	typeNames  map[string]string
	report     *Report
	split      bool // the package is imported by others
}

// isSplit is an option of SplitByTag itself.
func isSplit(c *config) { c.split = true }

// WithPackage names the package of the file. Default: "api".
func WithPackage(name string) Option { return func(c *config) { c.pkg = name } }

// WithURLPrefix writes the constant URLPrefix, which every declaration then
// carries. Default: none, so that the base URL of the client counts; the first
// server of the description is the constant BaseURL, to pass to WithBaseURL. An operation
// or a path with a server of its own carries that.
func WithURLPrefix(prefix string) Option { return func(c *config) { c.prefix = prefix } }

// WithTags keeps the operations that carry one of the tags. Repeated options add
// up. Default: all.
func WithTags(names ...string) Option {
	return func(c *config) { c.tags = append(c.tags, names...) }
}

// WithOperations keeps the operations with one of the ids. Repeated options add
// up; with WithTags, both must hold. Default: all.
func WithOperations(ids ...string) Option {
	return func(c *config) { c.operations = append(c.operations, ids...) }
}

// WithTypeNames sets the Go names of schemas, by their names in the description.
// Default: the name of the schema in Go's spelling, with a number where two are
// the same.
func WithTypeNames(names map[string]string) Option {
	return func(c *config) { c.typeNames = maps.Clone(names) }
}

// WithReport fills r with what became of the operations. Default: none.
func WithReport(r *Report) Option { return func(c *config) { c.report = r } }

// Report says what became of the operations of a description.
type Report struct {
	Operations int // that passed the filter
	Resources  int
	InResource int // operations that are methods of a resource
	Endpoints  int // declarations of their own
	Lines      int // of all files
	// Fallbacks are the operations of which something is not expressible, in
	// their order. Those without a declaration are among them.
	Fallbacks []Fallback
}

// Fallback is an operation that is not expressed in full.
type Fallback struct {
	Operation string // method and path
	Declared  bool   // false when there is no declaration at all
	Reasons   []string
}

func newConfig(doc *apidoc.Document, opts []Option) (config, error) {
	c := config{pkg: "api"}
	for _, opt := range opts {
		opt(&c)
	}
	if doc == nil {
		return c, errors.New("restgen: nil Document")
	}
	return c, c.check(doc)
}

func (c *config) check(doc *apidoc.Document) error {
	if !token.IsIdentifier(c.pkg) || c.pkg == "_" {
		return fmt.Errorf("restgen: %q is not the name of a package", c.pkg)
	}
	if c.split && isImported(c.pkg) {
		return fmt.Errorf("restgen: declarations import another package %q: choose another name", c.pkg)
	}
	for _, name := range c.tags {
		if doc.TagNamed(name) == nil {
			return fmt.Errorf("restgen: the description has no tag %q", name)
		}
	}
	for _, id := range c.operations {
		if !slices.ContainsFunc(doc.Operations, func(o apidoc.OperationSummary) bool { return o.ID == id }) {
			return fmt.Errorf("restgen: the description has no operation %q", id)
		}
	}
	return c.checkTypeNames(doc)
}

func (c *config) checkTypeNames(doc *apidoc.Document) error {
	taken := map[string]string{}
	for _, schema := range slices.Sorted(maps.Keys(c.typeNames)) {
		name := c.typeNames[schema]
		other, twice := taken[name]
		switch {
		case !token.IsIdentifier(name) || !token.IsExported(name):
			return fmt.Errorf("restgen: %q is not a name for the type of schema %q: use an exported identifier", name, schema)
		case twice:
			return fmt.Errorf("restgen: the schemas %q and %q cannot both be named %s", other, schema, name)
		case slices.Contains(reserved, name):
			return fmt.Errorf("restgen: the name %s of schema %q is that of a constant", name, schema)
		case !slices.ContainsFunc(doc.Models, func(m apidoc.ModelSummary) bool { return m.Name == schema }):
			return fmt.Errorf("restgen: the description has no schema %q", schema)
		}
		taken[name] = schema
	}
	return nil
}

// keeps reports whether an operation passes the filter.
func (c *config) keeps(o *apidoc.OperationSummary) bool {
	tagged := len(c.tags) == 0 || slices.ContainsFunc(c.tags, func(tag string) bool { return slices.Contains(o.Tags, tag) })
	return tagged && (len(c.operations) == 0 || slices.Contains(c.operations, o.ID))
}

// addressOf is the first server that is absolute, its variables at their defaults, ""
// for none.
func addressOf(servers []apidoc.Server) string {
	for _, s := range servers {
		address := s.URL
		for _, v := range s.Variables {
			address = strings.ReplaceAll(address, "{"+v.Name+"}", v.Default)
		}
		u, err := url.Parse(address)
		if err == nil && (u.Scheme == "https" || u.Scheme == "http") && !strings.ContainsAny(address, "{}") {
			return strings.TrimRight(address, "/")
		}
	}
	return ""
}
