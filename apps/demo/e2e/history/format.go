package history

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

// value goes into what JSON holds.
func value(of any, path ...any) any {
	GinkgoHelper()
	for _, step := range path {
		switch step := step.(type) {
		case string:
			Expect(of).To(HaveKey(step))
			of = of.(map[string]any)[step]
		case int:
			Expect(len(of.([]any))).To(BeNumerically(">", step))
			of = of.([]any)[step]
		}
	}
	return of
}

// parseHTTP reads a file of requests as the clients of editors do, with the
// credentials of a session.
func parseHTTP(text string) (requests []browsertest.Received) {
	GinkgoHelper()
	variables := map[string]string{}
	parts := regexp.MustCompile(`(?m)^###.*\n`).Split(text, -1)
	for _, m := range regexp.MustCompile(`(?m)^@(\w+) = (.+)$`).FindAllStringSubmatch(parts[0], -1) {
		Expect(m[2]).To(Equal("fill-in"))
		variables[m[1]] = secrets[m[1]]
	}
	for _, part := range parts[1:] {
		part = regexp.MustCompile(`\{\{(\w+)\}\}`).ReplaceAllStringFunc(part, func(name string) string {
			Expect(variables).To(HaveKey(name[2 : len(name)-2]))
			return variables[name[2:len(name)-2]]
		})
		head, body, _ := strings.Cut(part, "\n\n")
		all := lines(head)
		first := strings.Fields(all[0])
		Expect(first).To(HaveLen(3))
		Expect(first[2]).To(Equal("HTTP/1.1"))
		r := browsertest.Received{Method: first[0], Target: first[1], Body: strings.TrimRight(body, "\n"), Header: http.Header{}}
		for _, line := range all[1:] {
			name, v, ok := strings.Cut(line, ": ")
			Expect(ok).To(BeTrue(), line)
			r.Header.Add(name, v)
		}
		requests = append(requests, r)
	}
	return requests
}

// required are the members that HAR 1.2 wants, with the type of each.
var required = map[string]map[string]string{
	"log":      {"version": "string", "creator": "object", "entries": "array"},
	"creator":  {"name": "string", "version": "string"},
	"entry":    {"startedDateTime": "string", "time": "number", "request": "object", "response": "object", "cache": "object", "timings": "object"},
	"request":  {"method": "string", "url": "string", "httpVersion": "string", "cookies": "array", "headers": "array", "queryString": "array", "headersSize": "number", "bodySize": "number"},
	"response": {"status": "number", "statusText": "string", "httpVersion": "string", "cookies": "array", "headers": "array", "content": "object", "redirectURL": "string", "headersSize": "number", "bodySize": "number"},
	"postData": {"mimeType": "string", "params": "array", "text": "string"},
	"content":  {"size": "number", "mimeType": "string"},
	"timings":  {"send": "number", "wait": "number", "receive": "number"},
	"pair":     {"name": "string", "value": "string"},
}

// optional are the members that HAR 1.2 knows besides.
var optional = map[string][]string{
	"log":      {"browser", "pages", "comment"},
	"creator":  {"comment"},
	"entry":    {"pageref", "serverIPAddress", "connection", "comment"},
	"request":  {"postData", "comment"},
	"response": {"comment"},
	"postData": {"comment"},
	"content":  {"compression", "text", "encoding", "comment"},
	"timings":  {"blocked", "dns", "connect", "ssl", "comment"},
	"pair":     {"path", "domain", "expires", "httpOnly", "secure", "comment"},
}

func kindOf(v any) string {
	switch v.(type) {
	case string:
		return "string"
	case float64:
		return "number"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	return "other"
}

// check holds a member of HAR against what is required of it.
func check(name string, of any) {
	GinkgoHelper()
	members, ok := of.(map[string]any)
	Expect(ok).To(BeTrue(), name)
	for member, kind := range required[name] {
		Expect(members).To(HaveKey(member), name)
		Expect(kindOf(members[member])).To(Equal(kind), "%s of %s", member, name)
	}
	for member := range members {
		if _, ok := required[name][member]; !ok {
			Expect(optional[name]).To(ContainElement(member), name)
		}
	}
}

// parseHAR reads HAR 1.2, and returns its entries.
func parseHAR(text string) []any {
	GinkgoHelper()
	var har map[string]any
	Expect(json.Unmarshal([]byte(text), &har)).To(Succeed())
	Expect(har).To(HaveLen(1))
	check("log", har["log"])
	Expect(value(har, "log", "version")).To(Equal("1.2"))
	check("creator", value(har, "log", "creator"))
	entries := value(har, "log", "entries").([]any)
	last := time.Time{}
	for _, entry := range entries {
		check("entry", entry)
		at, err := time.Parse(time.RFC3339Nano, value(entry, "startedDateTime").(string))
		Expect(err).NotTo(HaveOccurred())
		Expect(at).To(BeTemporally(">=", last))
		last = at
		for _, name := range []string{"request", "response", "timings"} {
			check(name, value(entry, name))
		}
		check("content", value(entry, "response", "content"))
		if posted, ok := value(entry, "request").(map[string]any)["postData"]; ok {
			check("postData", posted)
		}
		for _, list := range [][]string{{"request", "headers"}, {"request", "cookies"}, {"request", "queryString"}, {"response", "headers"}, {"response", "cookies"}} {
			for _, pair := range value(entry, list[0], list[1]).([]any) {
				check("pair", pair)
			}
		}
		Expect(value(entry, "timings", "send").(float64) + value(entry, "timings", "wait").(float64) + value(entry, "timings", "receive").(float64)).To(Equal(value(entry, "time")))
	}
	return entries
}

// checkArazzo holds a document against what Arazzo 1.0.1 requires.
func checkArazzo(document map[string]any, source string) {
	GinkgoHelper()
	Expect(value(document, "arazzo")).To(Equal("1.0.1"))
	Expect(value(document, "info")).To(And(HaveKeyWithValue("title", Not(BeEmpty())), HaveKeyWithValue("version", Not(BeEmpty()))))
	Expect(value(document, "sourceDescriptions")).To(Equal([]any{map[string]any{"name": "api", "url": source, "type": "openapi"}}))
	workflow := value(document, "workflows", 0)
	Expect(value(workflow, "workflowId")).To(MatchRegexp(`^[A-Za-z0-9_\-]+$`))
	inputs := value(workflow, "inputs", "properties").(map[string]any)
	seen := map[any]bool{}
	for _, step := range value(workflow, "steps").([]any) {
		id := value(step, "stepId")
		Expect(id).To(MatchRegexp(`^[A-Za-z0-9_\-]+$`))
		Expect(seen[id]).To(BeFalse())
		seen[id] = true
		Expect(step).To(Or(HaveKey("operationId"), HaveKey("operationPath")))
		Expect(value(step, "requestBody")).To(And(HaveKey("contentType"), HaveKey("payload")))
		Expect(value(step, "successCriteria", 0, "condition")).To(Equal("$statusCode == 201"))
		parameters, _ := step.(map[string]any)["parameters"].([]any)
		for _, p := range parameters {
			Expect(value(p, "in")).To(BeElementOf("path", "query", "header", "cookie"))
			if text, ok := value(p, "value").(string); ok {
				for _, m := range regexp.MustCompile(`\{\$inputs\.(\w+)\}`).FindAllStringSubmatch(text, -1) {
					Expect(inputs).To(HaveKey(m[1]))
				}
			}
		}
	}
}
