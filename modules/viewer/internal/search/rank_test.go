package search_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/search"
)

var _ = Describe("An operation that is called what is asked for", func() {
	find := func(ctx SpecContext, query string, o apidoc.OperationSummary) []string {
		GinkgoHelper()
		outline := apidoc.Outline{Operations: []apidoc.OperationSummary{o}}
		for _, name := range []string{"ChatCompletionTool", "ChatCompletionRole", "ChatCompletions", "CreateChatCompletionRequest", "CreateChatCompletionResponse"} {
			outline.Models = append(outline.Models, apidoc.ModelSummary{Name: name, Ref: "#/components/schemas/" + name, Description: "Chat completions of a model."})
		}
		x, err := search.Build(ctx, apidoc.New(outline, apidoc.Memory{}, apidoc.Text{}), search.Options{})
		Expect(err).NotTo(HaveOccurred())
		var titles []string
		for _, r := range x.Find(query, 10).Results {
			titles = append(titles, string(r.Kind)+" "+r.Title)
		}
		Expect(len(titles)).To(BeNumerically(">", 1))
		return titles
	}
	const long = "Creates an answer of a model for the given conversation, which may hold text, images and sound, and says more than a title does"
	operation := string(core.PageOperation) + " "

	It("stands before models that are called more, by its operationId", func(ctx SpecContext) {
		titles := find(ctx, "chat completion", apidoc.OperationSummary{ID: "createChatCompletion", Summary: long, Method: "POST", Path: "/answers"})

		Expect(titles[0]).To(HavePrefix(operation))
	})

	It("stands before models that are called more, by its title", func(ctx SpecContext) {
		titles := find(ctx, "chat completion", apidoc.OperationSummary{Summary: "Ask a model for one more chat completion of what was said", Method: "POST", Path: "/answers", Deprecated: true})

		Expect(titles[0]).To(HavePrefix(operation))
	})

	It("stands behind a model of which the whole name is asked for", func(ctx SpecContext) {
		titles := find(ctx, "ChatCompletionTool", apidoc.OperationSummary{ID: "createChatCompletionTool", Summary: long, Method: "POST", Path: "/answers"})

		Expect(titles[0]).To(Equal(string(core.PageModel) + " ChatCompletionTool"))
	})

	It("stays where it is when only its description has the words", func(ctx SpecContext) {
		titles := find(ctx, "chat completion", apidoc.OperationSummary{ID: "other", Summary: "Other", Description: "chat completion", Method: "POST", Path: "/answers"})

		Expect(titles[0]).NotTo(HavePrefix(operation))
	})

	It("stands before all others when the whole operationId is asked for, however that is written", func(ctx SpecContext) {
		outline := apidoc.Outline{Operations: []apidoc.OperationSummary{
			{ID: "orgs/list-for-user", Slug: "orgs-list-for-user", Summary: "List organizations for a user", Method: "GET", Path: "/users/{username}/orgs"},
			{ID: "orgs/list", Slug: "orgs-list", Summary: "List organizations", Method: "GET", Path: "/organizations"},
		}}
		x, err := search.Build(ctx, apidoc.New(outline, apidoc.Memory{}, apidoc.Text{}), search.Options{})
		Expect(err).NotTo(HaveOccurred())

		for _, query := range []string{"orgs/list", "orgs-list", "Orgs List"} {
			Expect(x.Find(query, 10).Results[0].Slug).To(Equal("orgs-list"), query)
		}
	})
})

var _ = DescribeTable("Of operations with all words, the first is the one that is called so",
	func(ctx SpecContext, query, first string) {
		var outline apidoc.Outline
		for _, o := range []struct{ id, summary, method, path string }{
			{"PostCustomerSessions", "Create a Customer Session", "POST", "/v1/customer_sessions"},
			{"PostCustomers", "Create a customer", "POST", "/v1/customers"},
			{"repos/update-pull-request-review-protection", "Update pull request review protection", "PATCH", "/repos/{owner}/{repo}/branches/{branch}/protection/required_pull_request_reviews"},
			{"pulls/list", "List pull requests", "GET", "/repos/{owner}/{repo}/pulls"},
			{"users/stats", "Get user stats", "GET", "/users/{username}/stats"},
			{"users/get", "Get a user", "GET", "/users/{username}"},
			{"vpcs_list_peerings", "List All VPC Peerings", "GET", "/v2/vpc_peerings"},
			{"vpcs_list", "List All VPCs", "GET", "/v2/vpcs"},
			{"PostPaymentIntentsCapture", "Capture a PaymentIntent", "POST", "/v1/payment_intents/{intent}/capture"},
			{"GetPaymentIntents", "List all PaymentIntents", "GET", "/v1/payment_intents"},
		} {
			outline.Operations = append(outline.Operations, apidoc.OperationSummary{ID: o.id, Slug: o.id, Summary: o.summary, Method: o.method, Path: o.path})
		}
		x, err := search.Build(ctx, apidoc.New(outline, apidoc.Memory{}, apidoc.Text{}), search.Options{})
		Expect(err).NotTo(HaveOccurred())

		found := x.Find(query, 10).Results
		Expect(len(found)).To(BeNumerically(">", 1))
		Expect(found[0].Title).To(Equal(first))
	},
	Entry("though the path has the plural", "create customer", "Create a customer"),
	Entry("and no more", "pull requests", "List pull requests"),
	Entry("but for an article", "get user", "Get a user"),
	Entry("in the singular", "vpc", "List All VPCs"),
	Entry("by the end of its path", "payment intent", "List all PaymentIntents"),
)
