package search_test

import (
	"fmt"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/search"
)

func document() *apidoc.Document {
	return apidoc.New(apidoc.Outline{
		Tags: []apidoc.Tag{{Name: "repos", DisplayName: "Repositories"}},
		Operations: []apidoc.OperationSummary{
			{ID: "actions/delete-repo-secret", Method: "DELETE", Path: "/repos/{owner}/{repo}/secrets/{name}", Summary: "Delete a repository secret", Tags: []string{"repos"}},
			{ID: "listPullRequests", Method: "GET", Path: "/pulls", Summary: "List pull requests", Description: "Shows what waits for a **review**."},
			{ID: "repos/delete", Method: "DELETE", Path: "/repos/{owner}/{repo}", Summary: "Delete a repository", Tags: []string{"repos"}},
			{ID: "createIssue", Method: "POST", Path: "/issues", Summary: "Create an issue"},
		},
		Webhooks: []apidoc.OperationSummary{{Method: "POST", Path: "push", Summary: "Something was pushed"}},
		Models:   []apidoc.ModelSummary{{Name: "PullRequest", Ref: "#/a", Description: "A request"}, {Name: "Repository", Ref: "#/b"}},
	}, apidoc.Memory{}, apidoc.Text{})
}

var _ = DescribeTable("Find ranks first",
	func(query, title string) {
		results := search.New(document(), search.Options{}).Find(query, 10)

		Expect(results).NotTo(BeEmpty())
		Expect(results[0].Title).To(Equal(title))
	},
	Entry("the title", "delete repository", "Delete a repository"),
	Entry("a title with a typing error", "delte repository", "Delete a repository"),
	Entry("a title with swapped letters", "delete repsoitory", "Delete a repository"),
	Entry("the shorter of two titles", "delte repo", "Delete a repository"),
	Entry("the start of words", "del repo", "Delete a repository"),
	Entry("an operationId as it is written", "listPullRequests", "List pull requests"),
	Entry("a part of an operationId", "createiss", "Create an issue"),
	Entry("a path", "/repos/{owner}", "Delete a repository"),
	Entry("a method with a word", "POST issues", "Create an issue"),
	Entry("operations above models", "pull request", "List pull requests"),
	Entry("a tag", "repositories", "Repositories"),
	Entry("a webhook", "pushed", "Something was pushed"),
)

var _ = Describe("Find", func() {
	It("shows where a description holds the word", func() {
		results := search.New(document(), search.Options{}).Find("review", 10)

		Expect(results).To(HaveExactElements(HaveField("Excerpt", "Shows what waits for a **review**.")))
	})

	It("leaves models out", func() {
		results := search.New(document(), search.Options{HideModels: true}).Find("pullrequest", 10)

		Expect(results).NotTo(ContainElement(HaveField("Kind", core.PageModel)))
	})

	DescribeTable("finds nothing",
		func(query string) { Expect(search.New(document(), search.Options{}).Find(query, 10)).To(BeEmpty()) },
		Entry("for nothing", ""), Entry("for signs", "?!/"), Entry("for a word that is nowhere", "zebra"), Entry("when one of the words is nowhere", "delete zebra"),
	)

	It("returns as many as asked for", func() {
		Expect(search.New(document(), search.Options{}).Find("re", 2)).To(HaveLen(2))
	})
})

func FuzzFind(f *testing.F) {
	x := search.New(document(), search.Options{})
	f.Add("delte repo")
	f.Add("ÄÖ\xff")
	f.Fuzz(func(t *testing.T, query string) { x.Find(query, 5) })
}

func BenchmarkFind(b *testing.B) {
	outline := apidoc.Outline{}
	for i := range 2200 {
		outline.Operations = append(outline.Operations, apidoc.OperationSummary{
			ID: fmt.Sprintf("group%d/listThings%d", i%40, i), Method: "GET", Path: fmt.Sprintf("/orgs/{org}/things/%d/parts", i), Summary: fmt.Sprintf("List the parts of thing %d", i),
		})
	}
	x := search.New(apidoc.New(outline, apidoc.Memory{}, apidoc.Text{}), search.Options{})
	for b.Loop() {
		x.Find("lsit parts 17", 50)
	}
}
