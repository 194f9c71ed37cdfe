package console

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// tableDir holds the description, and the requests of it that the samples of the
// server have.
var tableDir = filepath.Join("..", "..", "..", "modules", "viewer", "ui", "serialize", "testdata")

// compare is a script that makes the request of an operation of its examples, as
// the console does, and returns it with that of the server.
const compare = `async (slug, want) => {
	const { serialize, serverAddress, read, toRequest } = await import(new URL(document.body.dataset.console, document.baseURI).href);
	const part = await (await fetch("operations/" + slug + "?part=console")).json();
	const media = part.body?.media.find((m) => m.type.includes("json")) ?? part.body?.media[0];
	const body = !media ? null : media.kind === "form" ? { media, value: read(media.example) } : media.kind === "file" ? { media, file: "" } : { media, text: media.example };
	const got = serialize({
		method: part.operation.method, path: part.operation.path, server: serverAddress(part.servers[0], {}, "https://docs.example"),
		parameters: part.parameters.map((parameter) => ({ parameter, value: read(parameter.example) })),
		body, authorized: null, resolve: (ref) => part.schemas[ref], files: new Map(),
	});
	return [JSON.stringify(got), JSON.stringify(toRequest(want))];
}`

var _ = Describe("Row 58: what the console makes of the examples of an operation", func() {
	It("is the request of the samples, byte for byte, for every style, place and format", func(ctx SpecContext) {
		description, err := os.ReadFile(filepath.Join(tableDir, "description.json"))
		Expect(err).NotTo(HaveOccurred())
		text, err := os.ReadFile(filepath.Join(tableDir, "requests.json"))
		Expect(err).NotTo(HaveOccurred())
		var requests map[string]json.RawMessage
		Expect(json.Unmarshal(text, &requests)).To(Succeed())
		Expect(len(requests)).To(BeNumerically(">=", 50))
		b := browsertest.Open()
		b.Visit(serve(ctx, string(description), viewer.Configuration{}) + "/")

		all := browsertest.Eval[map[string][]string](b, `(async () => {
			const compare = `+compare+`, all = {};
			for (const [slug, want] of Object.entries(`+string(text)+`)) all[slug] = await compare(slug, want);
			return all;
		})()`)

		Expect(all).To(HaveLen(len(requests)))
		for _, slug := range slices.Sorted(maps.Keys(all)) {
			Expect(all[slug][0]).To(Equal(all[slug][1]), slug)
		}
		Expect(b.Troubles()).To(BeEmpty())
	})
})
