package ui_test

import (
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

var _ = Describe("Assets", func() {
	DescribeTable("have an address that names their content, and its integrity",
		func(name, contentType string) {
			f, ok := ui.Assets().File(name)
			Expect(ok).To(BeTrue())
			sum := sha512.Sum384(f.Data)

			url, integrity := ui.Assets().URL(name)

			Expect(url).To(Equal("assets/" + name + "?v=" + f.Hash))
			Expect(integrity).To(Equal("sha384-" + base64.StdEncoding.EncodeToString(sum[:])))
			Expect(f.ContentType).To(Equal(contentType))
		},
		Entry("the sheet", "reference.css", "text/css; charset=utf-8"),
		Entry("the script", "reference.js", "text/javascript; charset=utf-8"),
		Entry("the script of the colours", "theme.js", "text/javascript; charset=utf-8"),
	)

	It("hold the editor in at most 130 kB, compressed, with the licence of its text field", func() {
		sum := 0
		for _, name := range []string{"editor.js", "editor.css", "editor-field.js"} {
			f, ok := ui.Assets().File(name)
			Expect(ok).To(BeTrue(), name)
			sum += len(f.Brotli)
		}
		field, _ := ui.Assets().File("editor-field.js")

		Expect(sum).To(And(BeNumerically(">", 10_000), BeNumerically("<=", 130_000)))
		Expect(string(field.Data[:1000])).To(And(ContainSubstring("MIT License"), ContainSubstring("Marijn Haverbeke")))
		AddReportEntry(fmt.Sprint("the editor takes ", sum, " bytes"))
	})

	It("hold the clients of samples in at most 4 kB each and 16 kB together, compressed", func() {
		sum := 0
		for _, family := range []string{"dotnet", "js", "jvm", "native", "script", "shell", "systems"} {
			f, ok := ui.Assets().File("client-" + family + ".js")
			Expect(ok).To(BeTrue(), family)
			Expect(f.Brotli).NotTo(BeEmpty())
			Expect(len(f.Brotli)).To(BeNumerically("<=", 4<<10), family)
			sum += len(f.Brotli)
		}
		Expect(sum).To(BeNumerically("<=", 16<<10))
	})

	It("hold the clients of Go, which write typed programs, in at most 8 kB", func() {
		f, ok := ui.Assets().File("client-go.js")

		Expect(ok).To(BeTrue())
		Expect(len(f.Brotli)).To(And(BeNumerically(">", 2000), BeNumerically("<=", 8<<10)))
	})

	It("hold the console in at most 46.5 kB, which no page loads before it is opened", func() {
		script, _ := ui.Assets().File("console.js")
		sheet, _ := ui.Assets().File("console.css")
		Expect(len(script.Brotli) + len(sheet.Brotli)).To(BeNumerically("<=", 46<<10+512))
		Expect(len(script.Brotli)).To(BeNumerically(">", 5000))
		for _, word := range []string{"eval(", "Function(", "innerHTML", "insertAdjacentHTML", "document.write", "@import"} {
			Expect(strings.Contains(string(script.Data)+string(sheet.Data), word)).To(BeFalse(), word)
		}
		_, folder := ui.Assets().File("files-console.js")
		Expect(folder).To(BeFalse())
	})

	It("hold the history of the console in at most 18 kB, which is loaded when somebody looks at it", func() {
		script, ok := ui.Assets().File("history.js")
		Expect(ok).To(BeTrue())
		Expect(len(script.Brotli)).To(And(BeNumerically(">", 5000), BeNumerically("<=", 18<<10)))
		for _, word := range []string{"eval(", "Function(", "innerHTML", "insertAdjacentHTML", "document.write", "localStorage", "sessionStorage"} {
			Expect(strings.Contains(string(script.Data), word)).To(BeFalse(), word)
		}
	})

	It("have no address when there are none", func() {
		url, integrity := ui.Assets().URL("nope.css")

		Expect(url + integrity).To(BeEmpty())
	})

	It("hold the fonts that the sheet of the fonts names, by addresses that change with them", func() {
		sheet, ok := ui.Assets().File(ui.FontSheet)
		Expect(ok).To(BeTrue())

		named := regexp.MustCompile(`url\("?([^)"]+)"?\)`).FindAllStringSubmatch(string(sheet.Data), -1)

		Expect(named).To(HaveLen(10))
		for _, m := range named {
			name, version, _ := strings.Cut(m[1], "?v=")
			font, ok := ui.Assets().File(name)
			Expect(ok).To(BeTrue(), name)
			Expect(version).To(Equal(font.Hash))
			Expect(font.ContentType).To(Equal("font/woff2"))
		}
	})

	It("hold a script that stands in pages, which their policy names by its hash", func() {
		f, _ := ui.Assets().File("theme.js")
		sum := sha256.Sum256(f.Data)

		Expect(ui.ThemeScript()).To(Equal("<script>" + string(f.Data) + "</script>"))
		Expect(string(f.Data)).NotTo(ContainSubstring("</"))
		Expect(ui.ThemePolicy()).To(Equal("'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"))
	})

	It("ask no other host and run no text as code", func() {
		for _, name := range []string{"reference.css", "reference.js", "theme.js", "api-reference.js", "scoped-reference.js", "scoped-samples.js", "scoped-reference.css"} {
			f, _ := ui.Assets().File(name)
			for _, word := range []string{"http://", "https://", "url(", "@import", "eval(", "Function(", "innerHTML", "insertAdjacentHTML", "document.write"} {
				Expect(strings.Contains(string(f.Data), word)).To(BeFalse(), "%s holds %s", name, word)
			}
		}
	})
})

var _ = Describe("What an element of a page is made of", func() {
	It("knows the page by its scope alone", func() {
		for _, name := range []string{"scoped-reference.js", "scoped-samples.js"} {
			f, _ := ui.Assets().File(name)
			Expect(string(f.Data)).To(HavePrefix("export function start(trefoilScope){"), name)
			names := regexp.MustCompile(`(^|[^.\w$"])(document|window|location|history|localStorage|matchMedia|setTimeout|setInterval|MutationObserver|scrollTo)[.(]`)
			Expect(names.FindAllString(string(f.Data), -1)).To(BeEmpty(), name)
		}
	})

	It("has a sheet that depends on neither the root nor the width of the page around", func() {
		f, _ := ui.Assets().File("scoped-reference.css")

		Expect(string(f.Data)).NotTo(ContainSubstring(":root"))
		Expect(regexp.MustCompile(`\d(rem)\b`).FindAllString(regexp.MustCompile(`@media[^{]*`).ReplaceAllString(string(f.Data), ""), -1)).To(BeEmpty())
		Expect(strings.Count(string(f.Data), "@container api-reference")).To(BeNumerically(">=", 5))
	})

	It("is no more than a page may load at first: 21.2 kB of scripts and 14 kB of sheets", func() {
		size := func(names ...string) (n int) {
			for _, name := range names {
				f, _ := ui.Assets().File(name)
				n += len(f.Brotli)
			}
			return n
		}

		Expect(size("api-reference.js", "scoped-reference.js")).To(BeNumerically("<=", 21_200))
		Expect(size("scoped-reference.css")).To(BeNumerically("<=", 14_000))
	})
})

var _ = Describe("Every theme", func() {
	source, err := os.ReadFile("theme/theme.css")
	Expect(err).NotTo(HaveOccurred())
	themes := regexp.MustCompile(`(?s)\.theme-(\w+) \{(.*?)\n\}`).FindAllStringSubmatch(string(source), -1)

	It("is there", func() { Expect(themes).To(HaveLen(11)) })

	for _, theme := range themes {
		if theme[1] == "none" {
			continue // its colours are those of the browser
		}
		for mode, name := range []string{"light", "dark"} {
			It(fmt.Sprintf("%s has text that can be read in %s", theme[1], name), func() {
				tokens := tokensOf(theme[2], mode)
				for _, text := range strings.Fields("text-1 text-2 text-3 link green red yellow blue orange purple") {
					for _, ground := range []string{"scalar-background-1", "scalar-background-2"} {
						base := over(parse(tokens, "scalar-background-1"), colour{1, 1, 1, 1})
						under := over(parse(tokens, ground), base)
						Expect(contrast(over(parse(tokens, text), under), under)).To(BeNumerically(">=", 4.5), "%s on %s", text, ground)
					}
				}
				current := parse(tokens, "current")
				Expect(contrast(parse(tokens, "on-current"), current)).To(BeNumerically(">=", 4.5), "the current item of the sidebar")
			})
		}
	}
})

// tokensOf reads the custom properties of a rule, for light (0) or dark (1).
func tokensOf(rule string, mode int) map[string]string {
	tokens := map[string]string{}
	for _, m := range regexp.MustCompile(`--([\w-]+): (.*);`).FindAllStringSubmatch(rule, -1) {
		value := m[2]
		if pair := regexp.MustCompile(`^light-dark\(((?:[^,(]|\([^)]*\))+), (.+)\)$`).FindStringSubmatch(value); pair != nil {
			value = pair[1+mode]
		}
		tokens[m[1]] = value
	}
	return tokens
}

type colour struct{ r, g, b, a float64 }

func parse(tokens map[string]string, name string) colour {
	GinkgoHelper()
	value := tokens[name]
	for strings.HasPrefix(value, "var(--") {
		value = tokens[strings.TrimSuffix(strings.TrimPrefix(value, "var(--"), ")")]
	}
	if hex, ok := strings.CutPrefix(value, "#"); ok {
		return parseHex(hex)
	}
	c := [4]float64{0, 0, 0, 1}
	for i, n := range regexp.MustCompile(`[\d.]+`).FindAllString(value, 4) {
		c[i], _ = strconv.ParseFloat(n, 64)
	}
	Expect(value).To(HavePrefix("rgb"), "token %s", name)
	return colour{c[0] / 255, c[1] / 255, c[2] / 255, c[3]}
}

func parseHex(hex string) colour {
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	if len(hex) == 6 {
		hex += "ff"
	}
	n, _ := strconv.ParseUint(hex, 16, 32)
	return colour{float64(n>>24) / 255, float64(n>>16&255) / 255, float64(n>>8&255) / 255, float64(n&255) / 255}
}

func over(top, under colour) colour {
	mix := func(a, b float64) float64 { return a*top.a + b*(1-top.a) }
	return colour{mix(top.r, under.r), mix(top.g, under.g), mix(top.b, under.b), 1}
}

// contrast is that of WCAG 2.2.
func contrast(a, b colour) float64 {
	light := func(c colour) float64 {
		linear := func(v float64) float64 {
			if v <= 0.04045 {
				return v / 12.92
			}
			return math.Pow((v+0.055)/1.055, 2.4)
		}
		return 0.2126*linear(c.r) + 0.7152*linear(c.g) + 0.0722*linear(c.b)
	}
	high, low := max(light(a), light(b)), min(light(a), light(b))
	return (high + 0.05) / (low + 0.05)
}
