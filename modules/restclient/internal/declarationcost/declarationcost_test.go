// Package declarationcost counts what the compiler makes of a declaration: time and
// memory of a build follow the number of functions.
package declarationcost_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	_ "github.com/trefoil-go/trefoil/modules/restclient" // so that a result is not kept when it changes
)

func TestDeclarationCost(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "declarationcost")
}

var _ = DescribeTable("One more declaration of other types is compiled to few functions:",
	func(ctx SpecContext, one, two string, most int) {
		count := func(name string) int {
			archive := filepath.Join(GinkgoT().TempDir(), name+".a")
			out, err := exec.CommandContext(ctx, "go", "build", "-o", archive, "./testdata/"+name).CombinedOutput()
			Expect(err).NotTo(HaveOccurred(), string(out))
			out, err = exec.CommandContext(ctx, "go", "tool", "nm", archive).Output()
			Expect(err).NotTo(HaveOccurred())
			functions := 0
			for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
				if fields := strings.Fields(lines.Text()); len(fields) > 2 && strings.EqualFold(fields[1], "t") {
					functions++
				}
			}
			return functions
		}

		more := count(two) - count(one)

		AddReportEntry(fmt.Sprintf("%d functions", more))
		Expect(more).To(BeNumerically(">", 5), "nothing is counted")
		Expect(more).To(BeNumerically("<=", most))
	},
	Entry("a RestEndpoint", "endpoint", "endpoints", 8),
	Entry("a CreateResource", "resource", "resources", 184),
)
