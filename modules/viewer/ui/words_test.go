package ui_test

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

// spoken finds the texts that scripts have for readers, as their functions phrase, counted
// and several are called.
var (
	spoken = regexp.MustCompile(`\bphrase\(\s*("(?:[^"\\]|\\.)*")`)
	number = regexp.MustCompile(`\b(?:counted|several)\([^"]*?"[^"]*", ("[^"]*")`)
	// message finds the messages of those who have no page, a line each.
	message = regexp.MustCompile(`(?m)^  ("(?:[^"\\]|\\.)*"),$`)
	other   = regexp.MustCompile(`\bphrase\([^")\s]`)
)

// keysOfScripts are the texts of all scripts. Strange are calls whose text is no literal.
func keysOfScripts() (keys, strange []string) {
	GinkgoHelper()
	found := map[string]bool{}
	Expect(filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".ts" || strings.HasSuffix(name, ".test.ts") || name == "base/words.ts" {
			return err
		}
		script, err := os.ReadFile(name)
		Expect(err).NotTo(HaveOccurred())
		for _, m := range spoken.FindAllSubmatch(script, -1) {
			found[unquoted(m[1])] = true
		}
		for _, m := range number.FindAllSubmatch(script, -1) {
			found["{n} "+unquoted(m[1])] = true
		}
		for _, call := range other.FindAll(script, -1) {
			strange = append(strange, name+": "+string(call))
		}
		return nil
	})).To(Succeed())
	for _, m := range message.FindAllSubmatch(read("words/messages.ts"), -1) {
		found[unquoted(m[1])] = true
	}
	return slices.Sorted(maps.Keys(found)), strange
}

func read(name string) []byte {
	GinkgoHelper()
	text, err := os.ReadFile(name)
	Expect(err).NotTo(HaveOccurred())
	return text
}

func unquoted(literal []byte) string {
	GinkgoHelper()
	var text string
	Expect(json.Unmarshal(literal, &text)).To(Succeed(), string(literal))
	return text
}

// visible are the texts of buttons whose labels hold them: whoever speaks to a computer
// says what can be seen (WCAG 2.5.3).
var visible = map[string][]string{
	"Add item":         {"Add item to {1}"},
	"Copy":             {"Copy the sample"},
	"Forget":           {"Forget the credentials of {1}"},
	"Remove":           {"Remove {1}", "Remove the {1}"},
	"Send again":       {"Send again: {1}"},
	"Show":             {"Show {1}"},
	"Stop":             {"Stop setting {1}"},
	"With credentials": {"Copy with credentials"},
	"Wrap":             {"Wrap long lines"},
}

var place = regexp.MustCompile(`\{[1-9]\}`)

var _ = Describe("The words of the scripts", func() {
	for _, language := range []string{"de", "fr", "es", "pt-BR", "zh-Hans", "ja", "ar"} {
		It("are all there, and no others, in "+language, func() {
			text, err := os.ReadFile("words/" + language + ".json")
			Expect(err).NotTo(HaveOccurred())
			var words map[string]any
			Expect(json.Unmarshal(text, &words)).To(Succeed())
			keys, strange := keysOfScripts()
			Expect(len(keys)).To(BeNumerically(">", 400))
			Expect(strange).To(BeEmpty())
			without := func(list, has []string) []string {
				return slices.DeleteFunc(slices.Clone(list), func(key string) bool { return slices.Contains(has, key) })
			}

			known := slices.Sorted(maps.Keys(words))
			Expect(without(keys, known)).To(BeEmpty(), "lacking")
			Expect(without(known, keys)).To(BeEmpty(), "in vain")
			sorted := func(text string) []string { return slices.Sorted(slices.Values(place.FindAllString(text, -1))) }
			for key, said := range words {
				if said, plain := said.(string); plain {
					Expect(sorted(said)).To(Equal(sorted(key)), key)
					continue
				}
				Expect(said).To(HaveKeyWithValue("other", ContainSubstring("{n}")), key)
			}
			for text, labels := range visible {
				for _, label := range labels {
					Expect(strings.ToLower(words[label].(string))).To(ContainSubstring(strings.ToLower(words[text].(string))), label)
				}
			}
			_, served := ui.Assets().File("words-" + language + ".js")
			Expect(served).To(BeTrue())
		})
	}
})
