package snippets_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

var _ = Describe("Row 58: the samples of a request", Ordered, ContinueOnFailure, func() {
	var (
		server  *echo
		samples sampleSet
		root    string
	)

	BeforeAll(func(ctx SpecContext) {
		server = &echo{got: map[string]request{}}
		address := browsertest.Serve(server)
		root = serve(ctx, nastyDescription(address), viewer.Configuration{HiddenClients: viewer.HideClients()})
		samples = writeAll(browsertest.Open(), root, address)
	})

	It("exist in every client of the catalogue", func() {
		Expect(samples).To(HaveLen(48))
		for client, texts := range samples {
			for name, text := range texts {
				Expect(text).NotTo(BeEmpty(), "%s %s", client, name)
			}
		}
	})

	It("are the same curl from the server and from the script", func() {
		for name := range nasty {
			Expect(strings.ReplaceAll(samples["shell/curl"][name], "/"+prefix("shell/curl", name), "")).To(Equal(read(root, name).curl), name)
		}
	})

	clients := slices.Sorted(maps.Keys(runners))
	for _, client := range clients {
		It("send what was meant when they are run: "+client, func(SpecContext) {
			r := runners[client]
			if r.slow && os.Getenv(allSnippets) != "all" {
				Skip("slow: run with " + allSnippets + "=all")
			}
			if !r.available() {
				Skip("not on this machine: " + r.needs)
			}
			var wrong []string
			for _, name := range slices.Sorted(maps.Keys(nasty)) {
				if r.without[name] != "" {
					continue
				}
				out, err := r.run(GinkgoT().TempDir(), samples[client][name])
				got, ok := server.take(prefix(client, name))
				if !ok {
					wrong = append(wrong, fmt.Sprintf("%s sent nothing: %v\n%s\n%s", name, err, out, samples[client][name]))
				} else if difference := nasty[name].differs(got); difference != "" {
					wrong = append(wrong, name+": "+difference)
				}
			}
			Expect(wrong).To(BeEmpty(), strings.Join(wrong, "\n"))
		})
	}
})
