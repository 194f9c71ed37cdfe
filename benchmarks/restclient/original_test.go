package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// turnOf is one in which Data Client takes 1000 ns for everything but 1 000 000
// ns to write, and parsing is a quarter of normalising.
func turnOf(ours map[string]float64) turn {
	return turn{theirs{MemoSmall: 1000, MemoLarge: 1000, UnrelatedWrite: 1_000_000, Parse: 250, ParseAndNormalise: 1000}, ours}
}

// noWrite is for turns that never come to ours.
func noWrite() (float64, error) { panic("ours is measured") }

var _ = Describe("The original", func() {
	// withPrograms makes shell scripts the only programs there are.
	withPrograms := func(node, npm string) {
		dir := GinkgoT().TempDir()
		for name, script := range map[string]string{"node": node, "npm": npm} {
			Expect(os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o700)).To(Succeed())
		}
		GinkgoT().Setenv("PATH", dir)
	}

	It("is compared turn by turn", func() {
		f := &figures{original: &original{turns: []turn{
			turnOf(map[string]float64{writeAmongMany: 1000}),
			turnOf(map[string]float64{writeAmongMany: 2000}),
			turnOf(map[string]float64{writeAmongMany: 500}),
		}}}
		write := func(t theirs) float64 { return t.UnrelatedWrite }

		g := overOriginal("P0", "", "≥ 1000×", "%.0f×", atLeast(1000), faster(write, writeAmongMany))

		Expect(g.find(f)).To(Equal(finding{"1000× (median), 500× (min)", "", true}))
	})

	It("is compared by what normalising adds to parsing", func() {
		ours := map[string]float64{unmarshalOf(normalisedRows): 100, unchangedOf(normalisedRows): 200}

		Expect(normaliseRatio(turnOf(ours))).To(Equal(0.5))
	})

	It("is not measured where node is not installed", func() {
		GinkgoT().Setenv("PATH", GinkgoT().TempDir())

		o, err := measureOriginal(1, quickLimit(), noWrite)

		Expect(err).NotTo(HaveOccurred())
		Expect(o).To(Equal(&original{missing: "node is not installed"}))
		Expect(originalGoals()[0].find(&figures{original: o})).To(Equal(finding{}))
	})

	It("is not measured where its packages cannot be had", func() {
		withPrograms(`exit 1`, `exit 2`)

		o, err := measureOriginal(1, quickLimit(), noWrite)

		Expect(err).NotTo(HaveOccurred())
		Expect(o).To(Equal(&original{missing: "npm ci: exit status 2"}))
	})

	It("takes turns with trefoil", func() {
		withPrograms(`echo '{"node":"v20","memoSmall":1,"memoLarge":2,"unrelatedWrite":3,"parse":4,"parseAndNormalise":5}'`, `exit 0`)

		o, err := measureOriginal(2, quickLimit(), func() (float64, error) { return 7, nil })

		Expect(err).NotTo(HaveOccurred())
		Expect(o.turns).To(HaveLen(2))
		Expect(o.turns[0].theirs).To(Equal(theirs{Node: "v20", MemoSmall: 1, MemoLarge: 2, UnrelatedWrite: 3, Parse: 4, ParseAndNormalise: 5}))
		for _, variant := range []string{memoOf(fewRows), memoOf(normalisedRows), writeAmongMany, unmarshalOf(normalisedRows), unchangedOf(normalisedRows)} {
			Expect(o.turns[0].ours).To(HaveKeyWithValue(variant, BeNumerically(">", 0)))
		}
	})

	DescribeTable("ends the program when it is measured wrongly",
		func(node, message string) {
			withPrograms(node, `exit 0`)

			_, err := measureOriginal(1, quickLimit(), noWrite)

			Expect(err).To(MatchError(HavePrefix(message)))
		},
		Entry("because an operation does something else", `exit 1`, "measure Data Client: exit status 1"),
		Entry("because it does not say what it cost", `echo '{"parse":4}'`, "a figure of Data Client is missing"),
		Entry("because it says nothing that can be read", `echo 4 ms`, "read the figures of Data Client: "),
	)

	It("must tell all its figures", func() {
		t := turnOf(nil).theirs
		Expect(t.check()).To(Succeed())

		t.UnrelatedWrite = 0

		Expect(t.check()).To(MatchError(HavePrefix("a figure of Data Client is missing")))
	})

	It("has a lock file that pins every package and names no place to get it from", func() {
		text, err := os.ReadFile(filepath.Join(dataClient, "package-lock.json"))
		Expect(err).NotTo(HaveOccurred())
		var lock struct {
			Packages map[string]struct{ Version, Integrity, Resolved string }
		}
		Expect(json.Unmarshal(text, &lock)).To(Succeed())
		delete(lock.Packages, "") // the project itself

		Expect(lock.Packages).To(HaveKey("node_modules/@data-client/rest"))
		Expect(lock.Packages).To(HaveEach(And(
			HaveField("Version", Not(BeEmpty())), HaveField("Integrity", HavePrefix("sha512-")), HaveField("Resolved", BeEmpty()))))
	})

	It("is measured by a script that node can read", func(ctx SpecContext) {
		node, err := exec.LookPath("node")
		if err != nil {
			Skip("node is not installed")
		}

		out, err := exec.CommandContext(ctx, node, "--check", filepath.Join(dataClient, "measure.mjs")).CombinedOutput()

		Expect(err).NotTo(HaveOccurred(), string(out))
	})
})
