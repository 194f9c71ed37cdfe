package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("The command line", func() {
	DescribeTable("says what is wrong with it, and ends with 2",
		func(ctx SpecContext, message string, args ...string) {
			Expect(trefoil(ctx, args...)).To(Equal(outcome{2, "", "trefoil: " + message + "\n"}))
		},
		Entry("no command", `expected one of "serve", "export", "check", "diff", "bundle", ...`),
		Entry("an unknown command", `unexpected argument paint`, "paint"),
		Entry("an unknown flag", "unknown flag --colour", "version", "--colour"),
		Entry("an unknown format", `--format must be one of "atom","github","html","json","junit","markdown","sarif","text" but got "pdf"`, "diff", "a", "b", "-format", "pdf"),
		Entry("an unknown level", `--fail-on must be one of "error","warning","note","off" but got "fatal"`, "diff", "a", "b", "--fail-on=fatal"),
		Entry("the standard input twice", "only one description can be the standard input", "diff", "-", "-"),
		Entry("a shell that it does not know", `<shell> must be one of "bash","zsh","fish" but got "cmd"`, "completion", "cmd"),
	)

	DescribeTable("explains itself on one screen of 80 by 24",
		func(ctx SpecContext, args ...string) {
			GinkgoT().Setenv("COLUMNS", "80")

			said := trefoil(ctx, append(args, "-help")...)

			Expect(said.status).To(BeZero())
			Expect(said.stderr).To(BeEmpty())
			Expect(strings.Count(said.stdout, "\n")).To(And(BeNumerically(">", 5), BeNumerically("<=", 24)), said.stdout)
			Expect(trefoil(ctx, append([]string{"help"}, args...)...)).To(Equal(said))
		},
		Entry("the program"), Entry("serve", "serve"), Entry("export", "export"), Entry("check", "check"), Entry("diff", "diff"),
		Entry("bundle", "bundle"), Entry("mock", "mock"), Entry("gen", "gen"), Entry("new", "new"), Entry("completion", "completion"),
	)

	It("tells its version", func(ctx SpecContext) {
		said := trefoil(ctx, "version")

		Expect(said.status).To(BeZero())
		Expect(said.stdout).To(MatchRegexp(`^trefoil \S+ go\S+ \w+/\w+\n$`))
	})

	DescribeTable("prints completions that the shell takes",
		func(ctx SpecContext, shell string, check ...string) {
			said := trefoil(ctx, "completion", shell)

			Expect(said.status).To(BeZero())
			for _, word := range []string{"serve", "export", "check", "diff", "bundle", "mock", "gen", "new", "version", "completion", "fail-on", "baseline"} {
				Expect(said.stdout).To(ContainSubstring(word))
			}
			if _, err := exec.LookPath(shell); err != nil {
				Skip("there is no " + shell + " here")
			}
			command := exec.CommandContext(ctx, shell, check...)
			command.Stdin = strings.NewReader(said.stdout)
			out, err := command.CombinedOutput()
			Expect(err).NotTo(HaveOccurred(), string(out))
		},
		Entry("bash", "bash", "-n"), Entry("zsh", "zsh", "-n"), Entry("fish", "fish", "-n"),
	)

	It("completes commands, flags and files in bash", func(ctx SpecContext) {
		completed := func(words ...string) string {
			script := trefoil(ctx, "completion", "bash").stdout + fmt.Sprintf("COMP_WORDS=(%s)\nCOMP_CWORD=%d\n_trefoil\necho ${COMPREPLY[@]}\n", strings.Join(words, " "), len(words)-1)
			out, err := exec.CommandContext(ctx, "bash", "-c", script).Output()
			Expect(err).NotTo(HaveOccurred())
			return strings.TrimSpace(string(out))
		}

		Expect(completed("trefoil", "ex")).To(Equal("export"))
		Expect(completed("trefoil", "diff", "--f")).To(Equal("--format --fail-on"))
		Expect(completed("trefoil", "diff", "main_t")).To(Equal("main_test.go"))
		Expect(completed("trefoil", "serve", "--no")).To(Equal("--no-watch"))
		Expect(completed("trefoil", "diff", "--con")).To(Equal("--config"))
		Expect(completed("trefoil", "diff", "-f")).To(Equal("--format --fail-on"))
		Expect(completed("trefoil", "diff", "--format", "j")).To(Equal("json junit"))
		Expect(completed("trefoil", "check", "-fail-on", "''")).To(Equal("error warning note off"))
		Expect(completed("trefoil", "check", "--fail-on", "=")).To(Equal("error warning note off"))
		Expect(completed("trefoil", "check", "--fail-on", "=", "n")).To(Equal("note"))
		Expect(completed("trefoil", "check", "--baseline", "=", "main_t")).To(Equal("main_test.go"))
		Expect(completed("trefoil", "gen", "--split", "''")).To(Equal("tag"))
		Expect(completed("trefoil", "completion", "z")).To(Equal("zsh"))
	})

	It("completes commands, flags and files in fish", func(ctx SpecContext) {
		if _, err := exec.LookPath("fish"); err != nil {
			Skip("there is no fish here")
		}
		script := trefoil(ctx, "completion", "fish").stdout
		completed := func(line string) []string {
			out, err := exec.CommandContext(ctx, "fish", "--no-config", "-c", script+"complete -C '"+line+"' | cut -f 1").Output()
			Expect(err).NotTo(HaveOccurred())
			return strings.Fields(string(out))
		}

		Expect(completed("trefoil ex")).To(Equal([]string{"export"}))
		Expect(completed("trefoil diff --f")).To(ConsistOf("--format", "--fail-on"))
		Expect(completed("trefoil diff -f")).To(ConsistOf("-format", "-fail-on"))
		Expect(completed("trefoil diff main_t")).To(Equal([]string{"main_test.go"}))
		Expect(completed("trefoil serve --no")).To(Equal([]string{"--no-watch"}))
		Expect(completed("trefoil diff --format j")).To(ConsistOf("json", "junit"))
		Expect(completed("trefoil diff --format=j")).To(ConsistOf("--format=json", "--format=junit"))
		Expect(completed("trefoil completion z")).To(Equal([]string{"zsh"}))
	})

	It("takes a flag with one dash and with two", func(ctx SpecContext) {
		dir := folder(map[string]string{"old.yaml": shop, "new.yaml": newShop})
		args := []string{"diff", filepath.Join(dir, "old.yaml"), filepath.Join(dir, "new.yaml")}

		one := trefoil(ctx, append(args, "-fail-on=off", "-format", "json")...)
		two := trefoil(ctx, append(args, "--fail-on=off", "--format", "json")...)

		Expect(one).To(Equal(two))
		Expect(one.status).To(BeZero())
	})
})

var _ = Describe("trefoil.yaml", func() {
	var dir string
	diff := func(ctx context.Context, more ...string) outcome {
		return trefoil(ctx, append([]string{"diff", filepath.Join(dir, "old.yaml"), filepath.Join(dir, "new.yaml")}, more...)...)
	}
	configure := func(text string) {
		Expect(os.WriteFile(filepath.Join(dir, "trefoil.yaml"), []byte(text), 0o600)).To(Succeed())
	}
	BeforeEach(func() { dir = folder(map[string]string{"old.yaml": shop, "new.yaml": newShop}) })

	It("changes the level of a rule", func(ctx SpecContext) {
		configure("severities:\n  breaking/operation: note\n  compatible/operation: off\n  compatible/deprecated: error\n")

		said := diff(ctx)

		Expect(said.status).To(Equal(1))
		Expect(said.stdout).To(ContainSubstring("new.yaml:7:5: error: GET /orders: the operation is deprecated now (compatible/deprecated)\n"))
		Expect(said.stdout).To(ContainSubstring("note: DELETE /orders: the operation is gone (breaking/operation)\n"))
		Expect(said.stdout).NotTo(ContainSubstring("/baskets"))
	})

	It("gives flags, which a variable and the command line outweigh", func(ctx SpecContext) {
		configure("diff:\n  fail-on: off\n  format: json\n")
		Expect(diff(ctx).status).To(BeZero())
		Expect(diff(ctx).stdout).To(HavePrefix("{"))

		GinkgoT().Setenv("TREFOIL_FORMAT", "github")
		Expect(diff(ctx).stdout).To(HavePrefix("::error "))
		Expect(diff(ctx, "-format=text", "-fail-on=error").stdout).NotTo(HavePrefix("::"))
		Expect(diff(ctx, "-fail-on=error").status).To(Equal(1))
	})

	It("has paths relative to itself", func(ctx SpecContext) {
		configure("diff:\n  output: report.txt\n")

		Expect(diff(ctx)).To(Equal(outcome{status: 1}))

		text, err := os.ReadFile(filepath.Join(dir, "report.txt"))
		Expect(err).NotTo(HaveOccurred())
		Expect(string(text)).To(ContainSubstring("the operation is gone"))
	})

	It("may stand elsewhere", func(ctx SpecContext) {
		configure("diff:\n  format: json\n")
		other := filepath.Join(folder(map[string]string{"team.yaml": "diff:\n  format: markdown\n"}), "team.yaml")

		Expect(diff(ctx, "-config", other).stdout).To(HavePrefix("# Changes from "))
	})

	DescribeTable("says what it cannot use",
		func(ctx SpecContext, text, message string) {
			configure(text)

			said := diff(ctx)

			Expect(said.status).To(Equal(2))
			Expect(said.stdout).To(BeEmpty())
			Expect(said.stderr).To(And(HavePrefix("trefoil: "+dir), ContainSubstring(message)))
		},
		Entry("no YAML", "diff: [", "trefoil.yaml: "),
		Entry("another rule", "severities:\n  breaking/colour: error\n", `there is no rule "breaking/colour"`),
		Entry("another level", "severities:\n  breaking/operation: fatal\n", `the level of rule breaking/operation is "fatal": use error, warning, note or off`),
		Entry("another command", "paint:\n  x: 1\n", `there is no command "paint"`),
		Entry("another flag", "diff:\n  colour: red\n", `the command diff has no flag "colour"`),
		Entry("another field of the viewer", "configuration:\n  colour: red\n", `unknown field "colour"`),
		Entry("an unknown theme", "configuration:\n  theme: plaid\n", `trefoil.yaml: configuration: theme: there is no theme "plaid"`),
		Entry("a field of another type", "configuration:\n  theme: 3\n", "trefoil.yaml: configuration: theme cannot be a number\n"),
		Entry("a field beside the sections", "theme: moon\n", "trefoil.yaml: line 1: \"theme\" is no section: names with values stand below one, such as configuration\n"),
		Entry("a section that is a list", "diff:\n  - fail-on\n", "trefoil.yaml: line 2: \"diff\" is no section"),
		Entry("a list of sections", "- diff\n", "trefoil.yaml: line 1: sections are expected, such as configuration\n"),
		Entry("several values for a flag of one", "diff:\n  fail-on: [error]\n", "trefoil.yaml: the flag \"fail-on\" of the command diff takes one value\n"),
	)

	It("says which flag has an unknown value", func(ctx SpecContext) {
		configure("diff:\n  fail-on: fatal\n")

		Expect(diff(ctx)).To(Equal(outcome{status: 2, stderr: "trefoil: --fail-on must be one of \"error\",\"warning\",\"note\",\"off\" but got \"fatal\"\n"}))
	})
})

var _ = Describe("A terminal", func() {
	It("is told of work that takes longer than a second, and the line is taken away", func(ctx SpecContext) {
		dir := folder(map[string]string{"old.yaml": shop, "new.yaml": newShop})
		args := []string{"diff", "-format=json", filepath.Join(dir, "old.yaml"), filepath.Join(dir, "new.yaml")}
		told := func(terminal bool, step time.Duration) string {
			var stdout, stderr strings.Builder
			now := trefoilTime()
			p := &process{stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr, told: terminal, now: func() time.Time {
				now = now.Add(step)
				return now
			}}
			Expect(run(ctx, args, p)).To(Equal(1))
			return stderr.String()
		}

		Expect(told(true, 2*time.Second)).To(And(HavePrefix("\r\x1b[KReading"), HaveSuffix("\r\x1b[K")))
		Expect(told(true, time.Millisecond)).To(BeEmpty())
		Expect(told(false, 2*time.Second)).To(BeEmpty())
	})

	It("is told of the operations that are checked", func(ctx SpecContext) {
		var stderr strings.Builder
		now := trefoilTime()
		p := &process{stdin: strings.NewReader(""), stdout: io.Discard, stderr: &stderr, told: true, now: func() time.Time {
			now = now.Add(2 * time.Second)
			return now
		}}

		run(ctx, []string{"check", filepath.Join(folder(map[string]string{"api.yaml": shop}), "api.yaml")}, p)

		Expect(stderr.String()).To(And(ContainSubstring("\r\x1b[KChecking the operations"), HaveSuffix("\r\x1b[K")))
	})
})
