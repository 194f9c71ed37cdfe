// Package schemacheck checks JSON against a schema of a description, and the
// answer of an operation against what the description says about it.
//
//	faults := schemacheck.Check(body, schema, resolve)
//	problems := schemacheck.Answer(op, 200, "application/json", body, resolve)
//
// It knows the keywords of JSON Schema 2020-12 that apidoc.Schema has, but
// for unevaluatedItems, unevaluatedProperties, $dynamicRef and contentSchema,
// which it does not look at. Formats are checked that have a clear meaning:
// see Check.
package schemacheck

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// maxFaults bounds how many faults a value is told.
const maxFaults = 32

// The work that is done for a text, in schemas that a value is held against:
// alternatives within alternatives may multiply it without end.
const (
	stepsAtLeast = 1 << 16
	stepsPerByte = 16
)

// Fault is one value that its schema does not accept.
type Fault struct {
	Pointer string // JSON pointer of the value, empty for the whole
	Message string
}

// String returns "/users/0/name: is a number, not a string".
func (f Fault) String() string {
	if f.Pointer == "" {
		return "the value " + f.Message
	}
	return f.Pointer + ": " + f.Message
}

// Resolve gives what a reference points to.
type Resolve func(ref string) (*apidoc.Schema, bool)

// Check returns how a JSON text differs from a schema, at most 32 faults in the
// order of the schema. A nil schema accepts everything. The formats date-time,
// date, duration, email, ipv4, ipv6, uri, uri-reference, uuid, byte, int32 and
// int64 are checked, others accept everything, as does a pattern that package
// regexp cannot read. A reference that cannot be resolved is a fault; with a nil
// resolve none can.
func Check(data []byte, s *apidoc.Schema, resolve Resolve) []Fault {
	value, err := decode(data)
	if err != nil {
		return []Fault{{Message: "is no JSON: " + err.Error()}}
	}
	if resolve == nil {
		resolve = func(string) (*apidoc.Schema, bool) { return nil, false }
	}
	c := &checker{resolve: resolve, patterns: map[string]*regexp.Regexp{}, left: stepsAtLeast + stepsPerByte*len(data)}
	c.check(place{}, value, s)
	if c.left < 0 {
		c.faults = append(c.faults[:min(len(c.faults), maxFaults-1)], Fault{Message: "is too much to check"})
	}
	return c.faults
}

func decode(data []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is text behind it")
	}
	return value, nil
}

// checker collects faults.
type checker struct {
	resolve  Resolve
	patterns map[string]*regexp.Regexp
	faults   []Fault
	left     int // of the work
}

// place is where a value stands, and the references that were followed there:
// one that comes back to itself without a step into the value never ends.
type place struct {
	pointer string
	refs    []string
}

// escaper escapes one step of a JSON pointer (RFC 6901, section 3).
var escaper = strings.NewReplacer("~", "~0", "/", "~1")

func (p place) member(name string) place {
	return place{pointer: p.pointer + "/" + escaper.Replace(name)}
}

func (p place) item(i int) place { return place{pointer: p.pointer + "/" + strconv.Itoa(i)} }

func (c *checker) fail(p place, format string, args ...any) {
	if len(c.faults) < maxFaults {
		c.faults = append(c.faults, Fault{p.pointer, fmt.Sprintf(format, args...)})
	}
}

func (c *checker) full() bool { return len(c.faults) >= maxFaults || c.left < 0 }

func (c *checker) check(p place, value any, s *apidoc.Schema) {
	c.left--
	switch {
	case s == nil || c.full():
		return
	case s.Always != nil:
		if !*s.Always {
			c.fail(p, "is not allowed")
		}
		return
	}
	c.reference(p, value, s)
	if !c.types(p, value, s) {
		return
	}
	c.values(p, value, s)
	switch v := value.(type) {
	case json.Number:
		c.number(p, v, s)
	case string:
		c.text(p, v, s)
	case []any:
		c.array(p, v, s)
	case map[string]any:
		c.object(p, v, s)
	}
	c.combinations(p, value, s)
}

func (c *checker) reference(p place, value any, s *apidoc.Schema) {
	if s.Ref == "" {
		return
	}
	if slices.Contains(p.refs, s.Ref) {
		return
	}
	target, ok := c.resolve(s.Ref)
	if !ok {
		c.fail(p, "cannot be checked: the description lacks %s", s.Ref)
		return
	}
	p.refs = append(p.refs[:len(p.refs):len(p.refs)], s.Ref)
	c.check(p, value, target)
}

// faultsOf checks on the side.
func (c *checker) faultsOf(p place, value any, s *apidoc.Schema) []Fault {
	kept := c.faults
	c.faults = nil
	c.check(p, value, s)
	found := c.faults
	c.faults = kept
	return found
}

func (c *checker) fits(p place, value any, s *apidoc.Schema) bool {
	return len(c.faultsOf(p, value, s)) == 0
}
