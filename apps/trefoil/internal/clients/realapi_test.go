package clients_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/restclient/restgen"
	"github.com/trefoil-go/trefoil/modules/viewer/mock"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// realAPI is a description, and a program that uses a client of a part of it.
type realAPI struct {
	file       string   // in testdata or in the corpus
	operations []string // empty: all
	program    string   // a file of package main, in testdata
	requests   []string // what the server has got
}

var realAPIs = []realAPI{{
	file:    harbour,
	program: "testdata/harbour.go.txt",
	requests: []string{
		"GET /v1/ships/string",
		"GET /v1/ships?built%5Bgte%5D=1900&cursor=c1&expand%5B%5D=data.captain&limit=2",
		"POST /v1/ships name=Ada+%26+Co&state=moored&metadata%5Bflag%5D=no&expand%5B%5D=berth",
		"POST /v1/ships/string name=Ida",
		"POST /v1/ships/string metadata=",
		"POST /v1/ships/string/photo a form of parts",
		"GET /v1/quays/east/berths/1",
		"PATCH /v1/quays/east/berths/1 {\"depth\":7.5}",
		"GET /v1/quays/east/berths",
		"GET /v1/visits/0",
		"GET /v1/payments/string",
		"DELETE /v1/ships/string",
	},
}, {
	file: "stripe.json.gz",
	operations: []string{
		"GetCustomers", "GetCustomersCustomer", "PostCustomers", "PostCustomersCustomer", "DeleteCustomersCustomer",
		"GetPaymentIntents", "GetPaymentIntentsIntent", "PostPaymentIntents", "PostPaymentIntentsIntentCapture", "PostFiles", "GetFilesFile",
	},
	program: "testdata/stripe.go.txt",
	requests: []string{
		"GET /v1/customers/string",
		"GET /v1/customers?created%5Bgte%5D=1700000000&expand%5B%5D=data.sources&limit=2",
		"POST /v1/customers description=new&expand%5B%5D=sources&metadata%5Bplan%5D=pro&name=Ida",
		"POST /v1/customers/string name=Ida+%26+Co",
		"POST /v1/customers/string metadata=",
		"GET /v1/payment_intents/string",
		"POST /v1/payment_intents amount=500&currency=nok&payment_method_types%5B%5D=card",
		"POST /v1/payment_intents/string/capture amount_to_capture=400",
		"POST /v1/files a form of parts",
		"DELETE /v1/customers/string",
	},
}, {
	file: "github.json.gz",
	operations: []string{
		"issues/get-milestone", "issues/list-milestones", "issues/create-milestone", "issues/update-milestone", "issues/delete-milestone", "issues/list-labels-for-repo", "issues/get-label", "issues/create-label", "issues/update-label", "issues/delete-label",
		"repos/get", "repos/update",
	},
	program: "testdata/github.go.txt",
	requests: []string{
		"GET /repos/trefoil-go/trefoil/milestones/7",
		"GET /repos/trefoil-go/trefoil/milestones",
		"POST /repos/trefoil-go/trefoil/milestones {\"title\":\"v1\"}",
		"PATCH /repos/trefoil-go/trefoil/milestones/7 {\"title\":\"v2\"}",
		"GET /repos/trefoil-go/trefoil",
		"GET /repos/trefoil-go/trefoil/labels/bug",
		"PATCH /repos/trefoil-go/trefoil/labels/bug {\"color\":\"ff0000\"}",
		"DELETE /repos/trefoil-go/trefoil/labels/bug",
	},
}}

var _ = Describe("The client of an API", func() {
	for _, api := range realAPIs {
		It("talks to a server that keeps to the description, and has resources: "+api.file, func(ctx SpecContext) {
			file := api.file
			if _, err := os.Stat(file); err != nil {
				file = filepath.Join(corpusDir, api.file)
			}
			if _, err := os.Stat(file); err != nil {
				Skip("there is no description in " + corpusDir)
			}
			text := read(file)
			doc, err := openapi.FromContent(text).Load(ctx)
			Expect(err).NotTo(HaveOccurred())

			have, all := covered(ctx, doc, generateFrom(ctx, doc))
			AddReportEntry(api.file, fmt.Sprintf("%d of %d paths that can be read and changed have a resource", have, all))
			Expect(have*100).To(BeNumerically(">=", all*60), "%d of %d", have, all)

			answers, err := mock.New(openapi.FromContent(text))
			Expect(err).NotTo(HaveOccurred())
			Expect(talk(ctx, answers, generateFrom(ctx, doc, restgen.WithOperations(api.operations...)), api.program)).To(Equal(api.requests))
		})
	}
})

var parameter = regexp.MustCompile(`\{[^}]*\}|:"[^"]*"|:\w+`)

// covered counts the paths that end in a parameter, are read as an object and can be
// changed: all, and those of which the code has a resource.
func covered(ctx context.Context, doc *apidoc.Document, code string) (have, all int) {
	resources := map[string]bool{}
	for _, call := range regexp.MustCompile("CreateResource\\[[^\n]*\\]\\((\"[^\n]*\"|`[^\n]*`)[,)]").FindAllStringSubmatch(code, -1) {
		path, err := strconv.Unquote(call[1])
		Expect(err).NotTo(HaveOccurred())
		resources[parameter.ReplaceAllString(path, "{}")] = true
	}
	methods := map[string]map[string]*apidoc.OperationSummary{}
	for i := range doc.Operations {
		o := &doc.Operations[i]
		if methods[o.Path] == nil {
			methods[o.Path] = map[string]*apidoc.OperationSummary{}
		}
		methods[o.Path][o.Method] = o
	}
	for path, at := range methods {
		cut := strings.LastIndex(path, "/")
		get, list := at[http.MethodGet], methods[path[:max(cut, 0)]]
		changed := at["PUT"] != nil || at["PATCH"] != nil || at["POST"] != nil || at["DELETE"] != nil || list["POST"] != nil
		if cut < 0 || get == nil || !changed || parameter.FindString(path[cut+1:]) != path[cut+1:] || !answersObject(ctx, doc, get) {
			continue
		}
		all++
		if resources[parameter.ReplaceAllString(path, "{}")] {
			have++
		}
	}
	return have, all
}

func answersObject(ctx context.Context, doc *apidoc.Document, summary *apidoc.OperationSummary) bool {
	op, err := doc.Operation(ctx, summary.Slug)
	Expect(err).NotTo(HaveOccurred())
	response := apidoc.SuccessOf(op.Responses)
	if response == nil {
		return false
	}
	for _, c := range response.Content {
		s := c.Schema
		if s != nil && s.Ref != "" {
			s, err = doc.Schema(ctx, s.Ref)
			Expect(err).NotTo(HaveOccurred())
		}
		if strings.Contains(c.Name, "json") && s != nil && s.SoleType() != "array" {
			return true
		}
	}
	return false
}

// described is a request in one line, with its body.
func described(r *http.Request) string {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err.Error()
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	text := r.Method + " " + r.URL.RequestURI()
	switch {
	case strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/form-data"):
		text += " a form of parts"
	case len(body) > 0:
		text += " " + string(body)
	}
	return text
}

// talk runs a program that uses code against a server, and returns what that has got.
func talk(ctx context.Context, h http.Handler, code, program string) (requests []string) {
	var mu sync.Mutex
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		requests = append(requests, described(r))
		mu.Unlock()
		h.ServeHTTP(w, r)
	}))
	defer server.Close()
	text, err := os.ReadFile(program)
	Expect(err).NotTo(HaveOccurred())
	dir := GinkgoT().TempDir()
	files := []string{filepath.Join(dir, "api.go"), filepath.Join(dir, "main.go")}
	Expect(os.WriteFile(files[0], []byte(code), 0o600)).To(Succeed())
	Expect(os.WriteFile(files[1], text, 0o600)).To(Succeed())
	binary := filepath.Join(dir, "client")
	out, err := exec.CommandContext(ctx, "go", append([]string{"build", "-gcflags=-N -l", "-o", binary}, files...)...).CombinedOutput()
	Expect(err).NotTo(HaveOccurred(), string(out))
	out, err = exec.CommandContext(ctx, binary, server.URL).CombinedOutput()
	Expect(err).NotTo(HaveOccurred(), string(out))
	return requests
}
