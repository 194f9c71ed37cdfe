package main

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("A client without its declarations", func() {
	It("has its types and their methods, and imports what they need", func() {
		types, imports, err := withoutDeclarations([]byte("package api\n\nimport (\n\t\"time\"\n\n\t\"example.com/restclient\"\n)\n\n" +
			"// Todo is one.\ntype Todo struct{ At time.Time }\n\nfunc (t Todo) PK() int { return 1 }\n\n" +
			"// Todos are some.\nvar Todos = restclient.CreateResource[Todo, int]()\n"))

		Expect(err).NotTo(HaveOccurred())
		Expect(imports).To(Equal([]string{"time", "example.com/restclient"}))
		Expect(string(types)).To(And(
			ContainSubstring("_ \"example.com/restclient\""),
			ContainSubstring("type Todo struct"),
			ContainSubstring("func (t Todo) PK() int"),
			Not(ContainSubstring("CreateResource")),
		))
	})
})
