package coretest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
)

// failures says which cases each broken transport must fail, as patterns of
// whole names.
var failures = map[string]string{
	"uses another method":            `sends [A-Z]+ without a body|returns the header of HEAD and no body`,
	"cleans the URL":                 `keeps .* as written`,
	"tells everything in a header":   `never sends .*`,
	"names another host":             `sends the host of the URL.*`,
	"never fails":                    `refuses .*|reports .*|ends with its context.*|bounds the header of a response`,
	"loses the header":               `sends (every value of a header in order|a header .*|\S+ as it is given)|does not care how a header name is written|keeps commas and quotes in a header`,
	"invents a header":               `does not invent .*`,
	"sends null as the body":         `sends a body (with its length|that is empty|of unknown length( that is empty)?|of 8 MiB.*)|sends the (body of .*|same request twice)`,
	"reads the body first":           `sends a body of unknown length while it is written`,
	"opens the body too often":       `opens the body once and closes it|closes .*`,
	"answers with 226":               `returns status \d+ as a response|ignores early hints`,
	"answers with a body":            `returns an empty body for .*|returns the header of HEAD and no body`,
	"loses the header of the answer": `returns (every .*|header names .*|a header .*|the content type as it is)`,
	"miscounts the answer":           `tells .*`,
	"cuts the answer short":          `returns a body of .*|returns what precedes trailers|reads .*`,
	"reads the answer first":         `streams the body`,
	"does not close the answer":      `lets .*`,
	"decodes what it finds":          `leaves (gzip|other encodings|a wrong claim of gzip) alone.*`,
	"asks for gzip only":             `decompresses what it asked to be compressed`,
	"caches":                         `sends a request again that it has sent before`,
	"keeps cookies":                  `does not remember cookies`,
	"tries again":                    `does not (answer a challenge|retry a request that is refused|repeat a mutation whose answer is lost)`,
	"follows every redirect":         `ends a loop of redirects|does not carry credentials to another .*`,
	"posts to every redirect":        `does not turn a .*`,
	"connects anew":                  `uses a connection again`,
	"hides the cause":                `reports a refused connection with its cause|reports a body that .*off|ends with its context.*`,
	"forgets its context":            `ends reading the body with its context, not with the call|sends nothing when its context has ended`,
	"closes with its context":        `does not care about its context after the body`,
	"changes the request":            `leaves the request as it was|sends a request without a header map`,
	"shares a body":                  `is safe for concurrent use`,
	"shares a context":               `ends one request and not another`,
}

// TestEveryTransportCaseCanFail runs broken transports in a process of their
// own and wants each to fail every case named for it, and every case to be
// named.
func TestEveryTransportCaseCanFail(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^TestBrokenTransport$", "-test.v", "-test.timeout=2m", "-test.parallel=64")
	cmd.Env = append(os.Environ(), breakEnv+"=transport")
	out, _ := cmd.CombinedOutput()
	if i := strings.Index(string(out), "panic: "); i >= 0 {
		t.Fatalf("%.4000s", out[i:])
	}
	failed := map[string]bool{}
	for _, m := range regexp.MustCompile(`--- FAIL: TestBrokenTransport/(.*) \(`).FindAllStringSubmatch(string(out), -1) {
		failed[m[1]] = true
	}
	named := map[string]bool{}
	for broken := range failures {
		for _, name := range casesOf(broken) {
			named[name] = true
			if path := strings.ReplaceAll(broken+"/"+name, " ", "_"); !failed[path] {
				t.Errorf("a transport that %s passes the case %q", broken, name)
			}
		}
	}
	for name := range coretest.TransportCases(patience) {
		if !named[name] {
			t.Errorf("no broken transport is to fail the case %q", name)
		}
	}
}

// patience is how long a case waits for a broken transport, which fails it then.
const patience = 5 * time.Second

// casesOf returns the names of the cases that a broken transport must fail.
func casesOf(broken string) []string {
	pattern := regexp.MustCompile("^(?:" + failures[broken] + ")$")
	var names []string
	for name := range coretest.TransportCases(patience) {
		if pattern.MatchString(name) {
			names = append(names, name)
		}
	}
	return names
}

func TestBrokenTransport(t *testing.T) {
	if os.Getenv(breakEnv) != "transport" {
		t.Skip("must fail, and does so in a process of its own")
	}
	cases := coretest.TransportCases(patience)
	for broken := range failures {
		t.Run(broken, func(t *testing.T) {
			t.Parallel()
			for _, name := range casesOf(broken) {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					cases[name](t, func(t *testing.T, h http.Handler) (core.Transport, string) { return startBroken(t, broken, h) })
				})
			}
		})
	}
}

func startBroken(t *testing.T, name string, h http.Handler) (core.Transport, string) {
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	make, ok := brokenTransports()[name]
	if !ok {
		panic(fmt.Sprintf("there is no transport that %s", name))
	}
	client := plainClient()
	t.Cleanup(client.CloseIdleConnections)
	return make(client), server.URL
}
