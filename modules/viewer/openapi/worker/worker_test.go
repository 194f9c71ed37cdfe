package worker_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/worker"
)

const small = `{"openapi":"3.0.0","info":{"title":"Small","version":"1"},"paths":{"/a":{"get":{"operationId":"a"}}}}`

// judge makes a judge whose workers have little.
func judge(options ...worker.Option) *worker.Judge {
	return worker.MainWith(misbehave, append([]worker.Option{
		worker.WithProgram(program()), worker.WithMemory(256 << 20), worker.WithCPU(20 * time.Second), worker.WithTimeout(time.Minute),
	}, options...)...)
}

// message returns what a refusal says.
func message(err error) string {
	GinkgoHelper()
	var spec *core.SpecError
	Expect(errors.As(err, &spec)).To(BeTrue(), "%v is no *core.SpecError", err)
	return spec.Message
}

var _ = Describe("A worker", func() {
	It("lets pass what can be read, and says what it took", func(ctx SpecContext) {
		report, err := judge().Examine(ctx, []byte(small), openapi.Limits{})

		Expect(err).NotTo(HaveOccurred())
		Expect(report.CPU).To(BeNumerically(">", 0))
		Expect(report.Memory).To(BeNumerically(">", 1<<20))
	})

	It("says what is wrong with what is no description, and where", func(ctx SpecContext) {
		err := judge().Judge(ctx, []byte("{\"a\": 1,\n]"), openapi.Limits{})

		Expect(err).To(MatchError(&core.SpecError{Line: 2, Column: 1, Message: "']' where a name in double quotes is expected"}))
	})

	It("obeys the limits that it is told", func(ctx SpecContext) {
		Expect(message(judge().Judge(ctx, []byte(small), openapi.Limits{Bytes: 10}))).To(ContainSubstring("larger than 10 bytes"))
	})

	DescribeTable("that dies or hangs is an error here and nothing else",
		func(ctx SpecContext, text, want string, options ...worker.Option) {
			err := judge(options...).Judge(ctx, []byte(text), openapi.Limits{})

			Expect(message(err)).To(ContainSubstring(want))
		},
		Entry("of an endless loop", "spin", "more than 200ms of processor time", worker.WithCPU(200*time.Millisecond)),
		Entry("of a stack overflow", "overflow", "nested in a way that cannot be read"),
		Entry("of memory, little by little", "eat", "more than 256 MiB of memory"),
		Entry("of memory, all at once", "eat at once", "more than 256 MiB of memory"),
		Entry("of a panic", "panic", "has ended its process"),
	)

	It("that has not collected yet what it does not use does not exceed its memory", func() {
		debug.FreeOSMemory()
		debug.FreeOSMemory() // what pools keep goes with the second collection
		limit := worker.Used() + 64<<20
		held := bytes.Repeat([]byte{1}, 74<<20) // little beyond: what is far beyond is not collected first

		Expect(worker.Exceeds(limit)).To(BeTrue())
		runtime.KeepAlive(held)
		held = nil
		Expect(worker.Exceeds(limit)).To(BeFalse())
		Expect(worker.Exceeds(1 << 20)).To(BeTrue())
	})

	It("that waits for ever is killed in time", func(ctx SpecContext) {
		err := judge(worker.WithTimeout(300*time.Millisecond)).Judge(ctx, []byte("wait"), openapi.Limits{})

		Expect(message(err)).To(ContainSubstring("longer than 300ms"))
	})

	It("that nobody waits for is killed", func(ctx SpecContext) {
		asking, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
		defer cancel()

		Expect(judge().Judge(asking, []byte("wait"), openapi.Limits{})).To(MatchError(context.DeadlineExceeded))
	})

	It("that answers too much or nothing is no worker", func(ctx SpecContext) {
		Expect(judge().Judge(ctx, []byte("talk"), openapi.Limits{})).To(MatchError(worker.ErrUnavailable))
		Expect(judge().Judge(ctx, []byte("exit"), openapi.Limits{})).To(MatchError(worker.ErrUnavailable))
	})

	It("has no environment", func(ctx SpecContext) {
		GinkgoT().Setenv("TREFOIL_SECRET", "canary")

		Expect(message(judge().Judge(ctx, []byte("environment"), openapi.Limits{}))).NotTo(ContainSubstring("canary"))
	})

	It("reads a text once, however many ask for it at once", func(ctx SpecContext) {
		j := judge(worker.WithWorkers(4))
		var asked sync.WaitGroup
		processes := make([]string, 100)

		for i := range processes {
			asked.Go(func() {
				defer GinkgoRecover()
				processes[i] = message(j.Judge(ctx, []byte("who"), openapi.Limits{}))
			})
		}
		asked.Wait()

		Expect(processes).To(HaveEach(And(HavePrefix("process "), Equal(processes[0]))))
		Expect(message(judge().Judge(ctx, []byte("who"), openapi.Limits{}))).NotTo(Equal(processes[0]), "each process has a number of its own")
	})

	It("is asked once for a text, whatever the answer was", func(ctx SpecContext) {
		j := judge()
		first, err := j.Examine(ctx, []byte(small), openapi.Limits{})
		Expect(err).NotTo(HaveOccurred())

		second, err := j.Examine(ctx, []byte(small), openapi.Limits{})

		Expect(err).NotTo(HaveOccurred())
		Expect(second).To(Equal(first), "the processor time of two processes differs")
	})
})

var _ = Describe("A source with a judge", func() {
	It("reads what the judge lets pass", func(ctx SpecContext) {
		doc, err := openapi.FromContent(small, openapi.WithJudge(judge())).Load(ctx)

		Expect(err).NotTo(HaveOccurred())
		Expect(doc.Operations).To(HaveLen(1))
	})

	It("returns what the judge says, with the name of the source", func(ctx SpecContext) {
		path := GinkgoT().TempDir() + "/api.yaml"
		Expect(os.WriteFile(path, []byte("overflow"), 0o600)).To(Succeed())
		source, err := openapi.FromFile(path, openapi.WithJudge(judge()))
		Expect(err).NotTo(HaveOccurred())

		_, err = source.Load(ctx)

		Expect(err).To(MatchError(path + ": the description is nested in a way that cannot be read"))
	})

	It("has the limits for texts that nobody vouches for", func(ctx SpecContext) {
		text := small + strings.Repeat(" ", 10<<20)

		_, err := openapi.FromContent(text, openapi.WithJudge(judge())).Load(ctx)

		Expect(message(err)).To(ContainSubstring("larger than 10485760 bytes"))
	})
})
