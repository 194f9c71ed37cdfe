package clients_test

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
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
		"GetCreditNotesPreview", "GetCustomers", "GetCustomersCustomer", "PostCustomers", "PostCustomersCustomer", "DeleteCustomersCustomer",
		"GetPaymentIntents", "GetPaymentIntentsIntent", "PostPaymentIntents", "PostPaymentIntentsIntentCapture", "PostFiles", "GetFilesFile",
		"GetShippingRatesShippingRateToken", "PostShippingRatesShippingRateToken", "GetAccountsAccountCapabilitiesCapability", "PostAccountsAccountCapabilitiesCapability", "GetAccountsAccountCapabilities",
		"GetProductsProductFeaturesId", "DeleteProductsProductFeaturesId", "GetProductsProductFeatures", "PostProductsProductFeatures",
		"GetShippingRates", "PostShippingRates", "GetIssuingSettlementsSettlement", "PostIssuingSettlementsSettlement", "GetFinancialConnectionsSessionsSession", "PostFinancialConnectionsSessions",
		"GetApplicationFees", "GetApplicationFeesId", "GetApplicationFeesFeeRefundsId", "PostApplicationFeesFeeRefundsId", "GetReportingReportTypes", "GetReportingReportTypesReportType",
	},
	program: "testdata/stripe.go.txt",
	requests: []string{
		"GET /v1/customers/string",
		"GET /v1/customers/string?expand%5B%5D=default_source",
		"GET /v1/customers?created%5Bgte%5D=1700000000&expand%5B%5D=data.sources&limit=2",
		"GET /v1/credit_notes/preview?invoice=in_1&lines%5B0%5D%5Bamount%5D=2&lines%5B0%5D%5Btax_rates%5D%5B%5D=txr_1&lines%5B0%5D%5Btype%5D=invoice_line_item",
		"POST /v1/customers description=new&expand%5B%5D=sources&metadata%5Bplan%5D=pro&name=Ida",
		"POST /v1/customers/string name=Ida+%26+Co",
		"POST /v1/customers/string metadata=",
		"GET /v1/payment_intents/string",
		"POST /v1/payment_intents amount=500&currency=nok&payment_method_types%5B%5D=card",
		"POST /v1/payment_intents/string/capture amount_to_capture=400",
		"GET /v1/files/string",
		"POST /v1/files a form of parts",
		"GET /v1/shipping_rates/string",
		"POST /v1/shipping_rates/string active=false",
		"GET /v1/accounts/string/capabilities/string",
		"POST /v1/accounts/string/capabilities/string requested=true",
		"GET /v1/products/string/features/string",
		"POST /v1/products/string/features entitlement_feature=string",
		"DELETE /v1/products/string/features/string",
		"GET /v1/shipping_rates?currency=nok",
		"GET /v1/issuing/settlements/string",
		"GET /v1/financial_connections/sessions/string",
		"GET /v1/application_fees/string/refunds/string",
		"GET /v1/application_fees?charge=ch_1",
		"GET /v1/reporting/report_types",
		"DELETE /v1/customers/string",
	},
}, {
	file: "github.json.gz",
	operations: []string{
		"issues/get-milestone", "issues/list-milestones", "issues/create-milestone", "issues/update-milestone", "issues/delete-milestone", "issues/list-labels-for-repo", "issues/get-label", "issues/create-label", "issues/update-label", "issues/delete-label",
		"repos/get", "repos/update", "orgs/get", "orgs/update", "apps/get-installation", "apps/delete-installation", "codes-of-conduct/get-conduct-code", "codes-of-conduct/get-all-codes-of-conduct",
		"code-security/get-single-configuration-for-enterprise", "code-security/get-configurations-for-enterprise", "code-security/delete-configuration-for-enterprise",
		"security-advisories/get-global-advisory", "security-advisories/list-global-advisories", "gists/get-comment", "gists/list-comments", "gists/create-comment", "gists/update-comment",
		"billing/get-budget-org", "billing/delete-budget-org", "users/get-gpg-key-for-authenticated-user", "users/list-gpg-keys-for-authenticated-user", "users/delete-gpg-key-for-authenticated-user",
		"users/get-ssh-signing-key-for-authenticated-user", "users/list-ssh-signing-keys-for-authenticated-user", "users/delete-ssh-signing-key-for-authenticated-user",
		"codespaces/list-for-authenticated-user", "codespaces/get-for-authenticated-user", "copilot-spaces/list-for-org", "copilot-spaces/get-for-org", "copilot-spaces/delete-for-org", "repos/get-all-environments", "repos/get-environment", "repos/delete-an-environment",
		"actions/list-hosted-runners-for-org", "actions/get-hosted-runner-for-org", "actions/list-custom-images-for-org", "actions/get-custom-image-for-org",
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
		"GET /orgs/trefoil-go",
		"GET /app/installations/1",
		"DELETE /app/installations/1",
		"GET /codes_of_conduct/contributor_covenant",
		"GET /codes_of_conduct",
		"GET /enterprises/trefoil/code-security/configurations/1325",
		"GET /advisories/GHSA-abcd-1234-efgh",
		"GET /advisories?ghsa_id=GHSA-abcd-1234-efgh",
		"GET /gists/7/comments/1",
		"PATCH /gists/7/comments/1 {\"body\":\"fine\"}",
		"GET /gists/7/comments",
		"GET /organizations/trefoil-go/settings/billing/budgets/2066deda-923f-43f9-88d2-62395a28c0cdd",
		"GET /user/gpg_keys/3",
		"GET /user/gpg_keys",
		"GET /user/ssh_signing_keys/2",
		"DELETE /user/ssh_signing_keys/2",
		"GET /user/codespaces",
		"GET /orgs/trefoil-go/copilot-spaces",
		"GET /repos/trefoil-go/trefoil/environments",
		"GET /orgs/trefoil-go/actions/hosted-runners",
		"GET /orgs/trefoil-go/actions/hosted-runners/images/custom/1",
	},
}, {
	file: "kubernetes.json.gz",
	operations: []string{
		"listCoreV1NamespacedConfigMap", "createCoreV1NamespacedConfigMap", "readCoreV1NamespacedConfigMap", "replaceCoreV1NamespacedConfigMap", "patchCoreV1NamespacedConfigMap", "deleteCoreV1NamespacedConfigMap",
		"createCoreV1Node", "readCoreV1Node", "patchCoreV1Node", "deleteCoreV1Node", "readCoreV1NodeStatus", "listCoreV1Node", "listCoreV1ComponentStatus", "readCoreV1ComponentStatus",
	},
	program: "testdata/kubernetes.go.txt",
	requests: []string{
		"GET /api/v1/namespaces/string/configmaps/string",
		"GET /api/v1/namespaces/string/configmaps/string?pretty=true",
		"GET /api/v1/namespaces/string/configmaps?labelSelector=app%3Dweb",
		"POST /api/v1/namespaces/string/configmaps {\"data\":{\"a\":\"1\"},\"metadata\":{\"name\":\"string\",\"namespace\":\"string\"}}",
		"PUT /api/v1/namespaces/string/configmaps/string {\"data\":{\"a\":\"2\"},\"metadata\":{\"name\":\"string\",\"namespace\":\"string\"}}",
		"PATCH /api/v1/namespaces/string/configmaps/string {\"data\":{\"a\":null}}",
		"DELETE /api/v1/namespaces/string/configmaps/string {\"propagationPolicy\":\"Foreground\"}",
		"GET /api/v1/nodes/string",
		"PATCH /api/v1/nodes/string {\"spec\":{\"unschedulable\":null}}",
		"GET /api/v1/nodes/string/status?pretty=true",
		"DELETE /api/v1/nodes/string",
		"GET /api/v1/componentstatuses",
	},
}, {
	file: "digitalocean.json.gz",
	operations: []string{
		"vpcs_list", "vpcs_create", "vpcs_get", "vpcs_patch", "vpcs_delete", "droplets_list", "droplets_get", "registries_get", "registries_delete",
		"apps_list_instanceSizes", "apps_get_instanceSize", "functions_list_namespaces", "functions_get_namespace", "functions_delete_namespace",
		"sshKeys_list", "sshKeys_get", "sshKeys_delete", "inference_list_batches", "inference_get_batch", "genai_list_evaluation_test_cases", "genai_get_evaluation_test_case",
		"kubernetes_list_nodePools", "kubernetes_get_nodePool", "databases_list_replicas", "databases_get_replica", "databases_destroy_replica",
		"apps_list_deployments", "apps_get_deployment", "imageActions_list", "imageActions_get", "actions_get", "apps_list_job_invocations", "apps_get_job_invocation",
	},
	program: "testdata/digitalocean.go.txt",
	requests: []string{
		"GET /v2/vpcs",
		"POST /v2/vpcs {\"name\":\"env.prod-vpc\",\"region\":\"nyc1\"}",
		"PATCH /v2/vpcs/5a4981aa-9653-4bd1-bef5-d6bff52042e4 {\"name\":\"renamed\"}",
		"DELETE /v2/vpcs/5a4981aa-9653-4bd1-bef5-d6bff52042e4",
		"GET /v2/droplets",
		"GET /v2/registries/example",
		"GET /v2/apps/tiers/instance_sizes",
		"GET /v2/functions/namespaces",
		"GET /v2/account/keys",
		"GET /v1/batches",
		"GET /v2/gen-ai/evaluation_test_cases",
		"GET /v2/kubernetes/clusters/bd5f5959-5e1e-4205-a714-a914373942af/node_pools",
		"DELETE /v2/databases/9cc10173-e9ea-4176-9dbc-a4cee4c4ff30/replicas/read-nyc3-01",
		"GET /v2/apps/4f6c71e2-1e90-4762-9fee-6cc4a0a9f2cf/deployments",
		"GET /v2/images/62137902/actions",
		"GET /v2/apps/4f6c71e2-1e90-4762-9fee-6cc4a0a9f2cf/job-invocations",
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

			part := generateFrom(ctx, doc, restgen.WithOperations(api.operations...))
			program, err := os.ReadFile(api.program)
			Expect(err).NotTo(HaveOccurred())
			Expect(untried(families(generateFrom(ctx, doc)), families(part), string(program))).To(BeEmpty(), "families of resources that the program does not use")

			answers, err := mock.New(openapi.FromContent(text))
			Expect(err).NotTo(HaveOccurred())
			Expect(talk(ctx, answers, part, api.program)).To(Equal(api.requests))
		})
	}
})

// families are the resources of a file, by what makes them different for the client: the
// kinds of their key and their filter, and the options.
func families(code string) map[string][]string {
	file, err := parser.ParseFile(token.NewFileSet(), "api.go", code, parser.SkipObjectResolution)
	Expect(err).NotTo(HaveOccurred())
	list := map[string][]string{}
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		spec := g.Specs[0].(*ast.ValueSpec)
		call, _ := spec.Values[0].(*ast.CallExpr)
		if call == nil {
			continue
		}
		made, ok := call.Fun.(*ast.IndexListExpr)
		if !ok || types.ExprString(made.X) != "restclient.CreateResource" {
			continue
		}
		key, filter := types.ExprString(made.Indices[1]), types.ExprString(made.Indices[2])
		switch {
		case strings.HasSuffix(key, "Key"):
			key = "struct"
		case strings.HasSuffix(key, "Args"):
			key = "struct with a compound key"
		}
		family := []string{key, strconv.FormatBool(filter != "restclient.None")}
		for _, option := range call.Args[1:] {
			family = append(family, member.ReplaceAllString(types.ExprString(option), "$1"))
		}
		slices.Sort(family[2:])
		list[strings.Join(family, " ")] = append(list[strings.Join(family, " ")], spec.Names[0].Name)
	}
	return list
}

// member is an option that names a member, whatever its name.
var member = regexp.MustCompile(`^(restclient\.With(?:Entity|Items|Body)In)\(.*\)$`)

// untried are the families of which a program uses no resource.
func untried(all, declared map[string][]string, program string) (list []string) {
	for family, resources := range all {
		used := func(name string) bool { return regexp.MustCompile(`\b` + name + `\.On\(`).MatchString(program) }
		if !slices.ContainsFunc(declared[family], used) {
			list = append(list, fmt.Sprintf("%s, such as %s", family, resources[0]))
		}
	}
	slices.Sort(list)
	return list
}

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
