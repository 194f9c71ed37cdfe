package site_test

import (
	"net/http/httptest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/site"
)

var _ = DescribeTable("A table finds",
	func(path, want string) {
		table := site.New(
			site.Route{Pattern: "a.xml"}, site.Route{Pattern: "a-{n}.xml"}, site.Route{Pattern: "files/{file...}"}, site.Route{Pattern: "files/own"},
		)

		route := table.Match(mount.New(mount.Config{}).Locate(httptest.NewRequest("GET", path, nil)))

		if want == "" {
			Expect(route).To(BeNil())
			return
		}
		Expect(route).To(HaveField("Pattern", want))
	},
	Entry("an address", "/a.xml", "a.xml"),
	Entry("a name with any part", "/a-12.xml", "a-{n}.xml"),
	Entry("no name whose part is empty", "/a-.xml", ""),
	Entry("everything in a folder", "/files/b/c", "files/{file...}"),
	Entry("the folder itself", "/files", "files/{file...}"),
	Entry("what is escaped in it in any way", "/files/b%2Fc", "files/{file...}"),
	Entry("an address in a folder first", "/files/own", "files/own"),
	Entry("no other folder that begins so", "/filesystem", ""),
	Entry("nothing else", "/b", ""),
)
