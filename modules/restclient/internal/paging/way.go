package paging

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/member"
)

// Options says how to go from page to page.
type Options struct {
	Way          Way
	Items        string // the member that holds the array; empty: the body is the array
	Total        func(Reply) (string, error)
	MaxPages     int
	MaxItems     int
	Prefetch     bool
	ThroughEmpty bool
	Origins      []string
}

// Way leads from one page to the next.
type Way struct {
	Field string // the query parameter that selects a page; empty: a page is a URL
	first string // selects the first page when the arguments do not; may be empty
	// counts says that the client makes up what selects a page, so that there is
	// always one more.
	counts bool
	// Next returns what selects the next page, empty on the last.
	Next func(Reply) (string, error)
}

// Reply is what the server said about one page.
type Reply struct {
	At     string // what selected the page; empty when nothing did
	Header http.Header
	Body   jsontext.Value
	Rows   int // entities in the page
}

// ByNumber counts pages in a query parameter, from 1.
func ByNumber(name string) Way {
	return Way{Field: name, first: "1", counts: true, Next: func(r Reply) (string, error) { return plus(r.At, 1) }}
}

// ByOffset counts entities in a query parameter.
func ByOffset(name string) Way {
	return Way{Field: name, counts: true, Next: func(r Reply) (string, error) { return plus(r.At, r.Rows) }}
}

func plus(number string, n int) (string, error) {
	if number == "" {
		number = "0"
	}
	i, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return "", fmt.Errorf("%q is not the number of a page: %w", number, err)
	}
	return strconv.FormatInt(i+int64(n), 10), nil
}

// InMember returns a function that finds the text of a member in a page.
func InMember(name string) func(Reply) (string, error) {
	return func(r Reply) (string, error) {
		value, err := member.Find(r.Body, name)
		if err != nil {
			return "", err
		}
		return member.Text(value, name)
	}
}
