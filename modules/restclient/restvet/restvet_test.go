package restvet_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

const todo = `

type Todo struct {
	ID int ` + "`json:\"id,omitzero\"`" + `
}

func (t Todo) PK() int { return t.ID }
`

// file makes the source of a case a file.
func (f fault) file(name string) string {
	source := f.source
	if !strings.HasPrefix(source, "import") {
		source = "import \"github.com/trefoil-go/trefoil/modules/restclient\"\n\n" + source
	}
	return "package " + name + "\n\n" + source + todo
}

// group is a table of cases; case i is the package named name and i.
type group struct {
	name  string
	cases []fault
}

func (g group) pkg(i int) string { return fmt.Sprintf("%s%d", g.name, i) }

var (
	seeded = []group{{"path", pathFaults}, {"argument", argumentFaults}, {"field", fieldFaults}, {"option", optionFaults}, {"nested", nestedFaults}, {"derived", derivedFaults}, {"spelling", spellings}}
	others = []group{{"note", notes}, {"silent", silent}, {"recursive", recursive}}
)

func entries(groups ...group) []TableEntry {
	var all []TableEntry
	for _, g := range groups {
		for i, f := range g.cases {
			all = append(all, Entry(f.text, g.pkg(i), f))
		}
	}
	return all
}

func fill(l *lab) error {
	for _, g := range slices.Concat(seeded, others) {
		for i, f := range g.cases {
			if err := l.add(g.pkg(i), f.file(g.pkg(i))); err != nil {
				return err
			}
		}
	}
	for _, name := range []string{"clean", "extended", "nested"} {
		source, err := os.ReadFile(filepath.Join("testdata", name+".go"))
		if err != nil {
			return err
		}
		if err := l.add(name, string(source)); err != nil {
			return err
		}
	}
	return l.add("agreement", agreement())
}

// runnable are the packages whose declarations are asked for Err.
func runnable() []string {
	names := []string{"clean", "extended", "nested", "agreement"}
	for _, g := range seeded {
		for i := range g.cases {
			names = append(names, g.pkg(i))
		}
	}
	return names
}

var _ = Describe("Restvet", Ordered, ContinueOnFailure, func() {
	var (
		l     *lab
		found map[string][]diagnostic // by restvet, by package
		errs  map[string]string       // of Err, by package and variable
	)
	BeforeAll(func(ctx SpecContext) {
		var err error
		l, err = newLab(GinkgoT().TempDir())
		Expect(err).NotTo(HaveOccurred())
		Expect(fill(l)).To(Succeed())
		found, err = l.analyze(ctx)
		Expect(err).NotTo(HaveOccurred())
		errs, err = l.run(ctx, runnable())
		Expect(err).NotTo(HaveOccurred())
	})

	reports := func(pkg string, f fault) {
		Expect(found[pkg]).To(HaveLen(1), l.sources[pkg])
		d := found[pkg][0]
		Expect(d.Message).To(ContainSubstring(f.want))
		Expect(l.sources[pkg][d.Offset:]).To(HavePrefix(f.at))
	}

	DescribeTable("reports, once, where and how to mend it,", reports, entries(seeded...))

	DescribeTable("reports without an end to the type", reports, entries(others[2]))

	DescribeTable("notes", reports, entries(others[0]))

	DescribeTable("agrees with Err about",
		func(pkg string, f fault) {
			message, asked := errs[pkg+".Declared"]

			Expect(asked).To(BeTrue())
			Expect(message == "").To(Equal(f.beyondErr), message)
		},
		entries(seeded...))

	DescribeTable("says nothing about",
		func(pkg string, _ fault) {
			Expect(found[pkg]).To(BeEmpty())
		},
		entries(others[1]))

	DescribeTable("agrees with Err that nothing is wrong",
		func(pkg string, least int) {
			names := l.declared(pkg)
			Expect(len(names)).To(BeNumerically(">=", least))

			for _, name := range names {
				Expect(errs).To(HaveKeyWithValue(pkg+"."+name, ""))
			}
		},
		Entry("in 50 declarations", "clean", 50),
		Entry("in declarations with every tag", "extended", 5),
		Entry("in declarations of entities inside others", "nested", 15))

	It("has the rules of Err for all tags and types of fields", func() {
		source := l.sources["agreement"]
		said := map[string]string{}
		for _, d := range found["agreement"] {
			said[lineAt(source, d.Offset)] = d.Message
		}

		faults := 0
		for _, name := range l.declared("agreement") {
			line := lineAt(source, strings.Index(source, name))
			message := errs["agreement."+name]
			Expect(said[line] != "").To(Equal(message != ""), "%s\n%s", line, message)
			if message != "" {
				faults++
			}
		}
		Expect(faults).To(BeNumerically("~", 900, 60))
	})

	It("finds nothing in declarations that work", func() {
		Expect(found["clean"]).To(BeEmpty())
		Expect(found["extended"]).To(BeEmpty())
		Expect(found["nested"]).To(BeEmpty())
	})

	It("offers the rewrite of an old path as a fix", func() {
		fixes := found["path1"][0].SuggestedFixes

		Expect(fixes).To(HaveLen(1))
		Expect(fixes[0].TextEdits).To(HaveLen(1))
		Expect(string(fixes[0].TextEdits[0].NewText)).To(Equal(`"/todos{/:id}"`))
	})

	Context("as the tool of go vet", func() {
		var tool string
		BeforeAll(func(ctx SpecContext) {
			tool = filepath.Join(GinkgoT().TempDir(), "restvet")
			// go vet keeps what the same tool said about a library before: the stamp of a
			// commit or of a directory would make it another.
			out, err := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-o", tool, "./cmd/restvet").CombinedOutput()
			Expect(err).NotTo(HaveOccurred(), string(out))
		})

		It("reports the same", func(ctx SpecContext) {
			out, err := vet(ctx, l, tool, "./path1", "./field0")

			Expect(err).To(HaveOccurred())
			Expect(out).To(ContainSubstring(`path1/declarations.go:5:`))
			Expect(out).To(ContainSubstring(found["path1"][0].Message))
			Expect(out).To(ContainSubstring(found["field0"][0].Message))
		})

		It("succeeds when nothing is wrong", func(ctx SpecContext) {
			out, err := vet(ctx, l, tool, "./clean")

			Expect(err).NotTo(HaveOccurred(), out)
			Expect(out).To(BeEmpty())
		})

		It("leaves out notes when it is told to", func(ctx SpecContext) {
			out, err := vet(ctx, l, tool, "-restvet.notes=false", "./note0")

			Expect(err).NotTo(HaveOccurred(), out)
			Expect(out).To(BeEmpty())
		})
	})
})

func vet(ctx context.Context, l *lab, tool string, args ...string) (string, error) {
	out, err := l.goCommand(ctx, append([]string{"vet", "-vettool=" + tool}, args...)...).CombinedOutput()
	return string(out), err
}
