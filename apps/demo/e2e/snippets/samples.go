package snippets

import (
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// serve serves the reference of a description and returns its address, with a
// slash at its end.
func serve(ctx SpecContext, text string, c viewer.Configuration) string {
	GinkgoHelper()
	v, err := viewer.New(openapi.FromContent(text), htmlrender.New(), viewer.WithConfiguration(c))
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(v.Close)
	Expect(v.Wait(ctx)).To(Succeed())
	return browsertest.Serve(v) + "/"
}

func nastyDescription(server string) string {
	GinkgoHelper()
	text, err := os.ReadFile("snippets/testdata/nasty.yaml")
	Expect(err).NotTo(HaveOccurred())
	return strings.Replace(string(text), "SERVER", server, 1)
}

// page is what the server writes about a request.
type page struct {
	curl string
	data cardData
}

type cardData struct {
	Languages []struct {
		Key, Title, Src string
		Clients         []struct{ Key, Title string }
	}
	Featured []string
	Initial  string
	Go       string
	Variants []struct {
		Label   string
		Request json.RawMessage
	}
}

// clients are the keys of the clients that the picker offers.
func (d cardData) clients() []string {
	var keys []string
	for _, l := range d.Languages {
		for _, c := range l.Clients {
			keys = append(keys, l.Key+"/"+c.Key)
		}
	}
	return keys
}

var (
	scriptData = regexp.MustCompile(`(?s)<script type="application/json">(.*?)</script>`)
	curlText   = regexp.MustCompile(`(?s)data-curl.*?<code>(.*?)</code>`)
	tag        = regexp.MustCompile(`<[^>]*>`)
)

// read reads the page of an operation without a browser.
func read(root, operation string) page {
	GinkgoHelper()
	answer, err := http.Get(root + "operations/" + operation)
	Expect(err).NotTo(HaveOccurred())
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	Expect(err).NotTo(HaveOccurred())
	var p page
	if data := scriptData.FindSubmatch(body); data != nil {
		Expect(json.Unmarshal(data[1], &p.data)).To(Succeed())
	}
	if curl := curlText.FindSubmatch(body); curl != nil {
		p.curl = html.UnescapeString(tag.ReplaceAllString(string(curl[1]), ""))
	}
	return p
}

// sampleSet are the samples of all requests in all clients, by client and
// request.
type sampleSet map[string]map[string]string

// prefixed are the samples of some clients, by the prefix of what they send.
func (s sampleSet) prefixed(clients ...string) map[string]string {
	texts := map[string]string{}
	for _, client := range clients {
		for name, text := range s[client] {
			texts[prefix(client, name)] = text
		}
	}
	return texts
}

// prefix is the first segment of the path of what a client sends.
func prefix(client, name string) string {
	return strings.NewReplacer("/", "-", ".", "-", "_", "-").Replace(client) + "-" + name
}

// writeAll writes all samples of all requests in one visit. A request of a client
// goes below its prefix on the server.
func writeAll(b *browsertest.Browser, root, server string) sampleSet {
	GinkgoHelper()
	b.Visit(root + "operations/query")
	requests, parts := map[string]json.RawMessage{}, map[string]string{}
	var languages any
	for name := range nasty {
		data := read(root, name).data
		requests[name], parts[name] = data.Variants[0].Request, data.Go
		languages = data.Languages
	}
	input, err := json.Marshal(map[string]any{"requests": requests, "parts": parts, "languages": languages, "server": server})
	Expect(err).NotTo(HaveOccurred())
	return browsertest.Eval[sampleSet](b, fmt.Sprintf(`(async () => {
		const {requests, parts, languages, server} = %s;
		const engine = await import(new URL(document.querySelector("[data-script]").dataset.script, location.href).href);
		const prefix = (client, name) => client.replace(/[\/._]/g, "-") + "-" + name;
		const all = {};
		for (const l of languages) {
			const clients = await engine.load(l.Src, l.Key);
			for (const c of l.Clients) {
				const key = l.Key + "/" + c.Key;
				all[key] = {};
				for (const [name, r] of Object.entries(requests)) {
					const moved = {...r, url: r.url.replace(server, server + "/" + prefix(key, name))};
					const part = key === "go/trefoil" ? await (await fetch(parts[name])).json() : undefined;
					all[key][name] = engine.write(clients, l.Key, c.Key, engine.toRequest(moved), part);
				}
			}
		}
		return all;
	})()`, input))
}

// send sends a message of HTTP/1.1 as a sample spells it.
func send(text string) error {
	head, body, _ := strings.Cut(text, "\n\n")
	host := regexp.MustCompile(`(?m)^Host: (.*)$`).FindStringSubmatch(head)
	if host == nil {
		return fmt.Errorf("no host in %q", head)
	}
	connection, err := net.Dial("tcp", host[1])
	if err != nil {
		return err
	}
	defer func() { _ = connection.Close() }()
	message := strings.ReplaceAll(strings.TrimRight(head, "\n"), "\n", "\r\n") + "\r\n\r\n" + body
	if _, err := io.WriteString(connection, message); err != nil {
		return err
	}
	_, err = connection.Read(make([]byte, 1))
	return err
}
