package tree_test

import (
	"testing"
	"unicode/utf8"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// again reads JSON, writes it as YAML and reads that as JSON.
func again(text string) (string, string, error) {
	root, _, err := tree.ParseJSON(text, tree.Limits{Depth: 100})
	if err != nil {
		return "", "", err
	}
	written := tree.YAML(root, 0)
	back, err := tree.ParseYAML(string(written), tree.Limits{})
	return string(tree.JSON(back)), string(written), err
}

var _ = DescribeTable("YAML writes",
	func(json, yaml string) {
		back, written, err := again(json)

		Expect(err).NotTo(HaveOccurred())
		Expect(written).To(Equal(yaml))
		Expect(back).To(MatchJSON(json))
	},
	Entry("members in their order", `{"b":1,"a":{"z":[],"x":{}}}`, "b: 1\na:\n  z: []\n  x: {}\n"),
	Entry("lists of objects and of lists", `{"l":[{"a":1,"b":2},[1,[2]],"x"]}`, "l:\n  - a: 1\n    b: 2\n  - - 1\n    - - 2\n  - x\n"),
	Entry("numbers with their digits", `[1.10,1e400,-0,12345678901234567890]`, "- 1.10\n- 1e400\n- -0\n- 12345678901234567890\n"),
	Entry("text that looks like something else in quotes", `["yes","1","null","~","","a: b","a #b","- a"," a","NO","0x1F","2024-01-31","a:"]`,
		"- \"yes\"\n- \"1\"\n- \"null\"\n- \"~\"\n- \"\"\n- \"a: b\"\n- \"a #b\"\n- \"- a\"\n- \" a\"\n- \"NO\"\n- \"0x1F\"\n- \"2024-01-31\"\n- \"a:\"\n"),
	Entry("names that are numbers in quotes", `{"200":{"/a/{b}":true,"$ref":null}}`, "\"200\":\n  /a/{b}: true\n  $ref: null\n"),
	Entry("several lines as a block", `{"d":"a\n\n  b\nc"}`, "d: |-\n  a\n\n    b\n  c\n"),
	Entry("several lines with an end as a block", `{"d":"a\nb\n"}`, "d: |\n  a\n  b\n"),
	Entry("several lines that end with more in quotes", `{"d":"a\nb\n\n"}`, `d: "a\nb\n\n"`+"\n"),
	Entry("what cannot be printed as an escape", `["\u2028\u0085\ufeff\u0007","é"]`, "- \"\\u2028\\u0085\\ufeff\\u0007\"\n- \"é\"\n"),
)

// FuzzYAML checks that what is written in YAML means the same.
func FuzzYAML(f *testing.F) {
	for _, text := range []string{`{"a":["x\ny","\t",{"":-1}]}`, `"a\n"`, `["-","?","a\n b\n","a \nb",":"]`, `[["\ud83d\ude00"]]`, `{"a":"b\r\nc\u00a0"}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return
		}
		root, _, err := tree.ParseJSON(text, tree.Limits{Depth: 50})
		if err != nil || duplicated(root) {
			return
		}
		back, _, err := again(text)
		if want := string(tree.JSON(root)); err != nil || back != want {
			t.Fatalf("%.200s became %.200s (%v)", want, back, err)
		}
	})
}

// duplicated reports whether a name occurs twice, which YAML forbids.
func duplicated(n *tree.Node) bool {
	seen := map[string]bool{}
	for name, value := range tree.Members(n) {
		if seen[name] || name == "<<" || duplicated(value) {
			return true
		}
		seen[name] = true
	}
	for _, item := range tree.Items(n) {
		if duplicated(item) {
			return true
		}
	}
	return false
}
