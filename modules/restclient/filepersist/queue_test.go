package filepersist_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/filepersist"
)

var _ = Describe("A journal", func() {
	var path, file string
	var dir *filepersist.Dir
	BeforeEach(func() {
		path = GinkgoT().TempDir()
		file = filepath.Join(path, "client.queue")
		dir = open(path)
	})

	reopen := func() {
		GinkgoHelper()
		Expect(dir.Close()).To(Succeed())
		dir = open(path)
	}
	appended := func(ctx SpecContext, records ...string) {
		GinkgoHelper()
		for _, r := range records {
			Expect(dir.Append(ctx, "", []byte(r))).To(Succeed())
		}
	}
	texts := func(ctx SpecContext) []string {
		GinkgoHelper()
		records, err := dir.Records(ctx, "")
		Expect(err).NotTo(HaveOccurred())
		all := []string{}
		for _, r := range records {
			all = append(all, string(r))
		}
		return all
	}

	It("keeps records in order, over several runs", func(ctx SpecContext) {
		appended(ctx, "one", "")
		reopen()
		appended(ctx, "three")
		reopen()

		Expect(texts(ctx)).To(Equal([]string{"one", "", "three"}))
	})

	It("is replaced at once", func(ctx SpecContext) {
		appended(ctx, "one", "two", "three")

		Expect(dir.Rewrite(ctx, "", [][]byte{[]byte("two")})).To(Succeed())
		appended(ctx, "four")
		reopen()

		Expect(texts(ctx)).To(Equal([]string{"two", "four"}))
	})

	It("leaves no file when nothing is left", func(ctx SpecContext) {
		appended(ctx, "one")

		Expect(dir.Rewrite(ctx, "", nil)).To(Succeed())

		Expect(names(path)).To(ConsistOf("lock"))
		appended(ctx, "two")
		Expect(texts(ctx)).To(Equal([]string{"two"}))
	})

	DescribeTable("drops a record that was not written to its end",
		func(ctx SpecContext, tear func()) {
			appended(ctx, "one", "two")
			Expect(dir.Close()).To(Succeed())
			tear()
			dir = open(path)

			Expect(texts(ctx)).To(Equal([]string{"one"}))
			appended(ctx, "three")
			reopen()
			Expect(texts(ctx)).To(Equal([]string{"one", "three"}))
			Expect(names(path)).To(ConsistOf("lock", "client.queue"))
		},
		Entry("without its last byte", func() { cut(file, 1) }),
		Entry("without its content", func() { cut(file, 3) }),
		Entry("with half its header", func() { cut(file, 9) }),
		Entry("of zeros", func() {
			cut(file, 15)
			f, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND, 0)
			Expect(err).NotTo(HaveOccurred())
			_, err = f.Write(make([]byte, 40))
			Expect(errors.Join(err, f.Close())).To(Succeed())
		}),
	)

	DescribeTable("begins anew after a beginning that was not written to its end", func(ctx SpecContext, written string) {
		Expect(os.WriteFile(file, []byte(written), 0o600)).To(Succeed())

		Expect(texts(ctx)).To(BeEmpty())
		appended(ctx, "one")

		Expect(texts(ctx)).To(Equal([]string{"one"}))
		Expect(names(path)).To(ConsistOf("lock", "client.queue"))
	},
		Entry("where the file ends there", "tfqu"),
		Entry("with zeros behind it", "tfqu"+strings.Repeat("\x00", 40)),
		Entry("of zeros", strings.Repeat("\x00", 40)),
	)

	It("reports damage, keeps what is before it, and moves the rest aside", func(ctx SpecContext) {
		appended(ctx, "one", "two", "three")
		damage(file, 8+15+12)

		records, err := dir.Records(ctx, "")

		Expect(records).To(Equal([][]byte{[]byte("one")}))
		var fault *filepersist.CorruptError
		Expect(errors.As(err, &fault)).To(BeTrue(), "%v", err)
		Expect(fault.Moved).To(Equal("client.queue.corrupt"))
		appended(ctx, "four")
		Expect(texts(ctx)).To(Equal([]string{"one", "four"}))
		Expect(names(path)).To(ConsistOf("lock", "client.queue", "client.queue.corrupt"))
	})

	It("moves a file aside that is no journal", func(ctx SpecContext) {
		Expect(os.WriteFile(file, []byte("something else"), 0o600)).To(Succeed())

		_, err := dir.Records(ctx, "")

		Expect(err).To(MatchError(ContainSubstring("it is no journal")))
		Expect(texts(ctx)).To(BeEmpty())
	})

	It("is left alone as long as it cannot be read", func(ctx SpecContext) {
		appended(ctx, "one")
		Expect(dir.Close()).To(Succeed())
		Expect(os.Rename(file, file+".away")).To(Succeed())
		Expect(os.Mkdir(file, 0o700)).To(Succeed())
		dir = open(path)
		_, err := dir.Records(ctx, "")
		Expect(err).To(HaveOccurred())
		Expect(os.Remove(file)).To(Succeed())
		Expect(os.Rename(file+".away", file)).To(Succeed())

		Expect(dir.Append(ctx, "", []byte("two"))).NotTo(Succeed())
		Expect(dir.Rewrite(ctx, "", nil)).NotTo(Succeed())

		Expect(texts(ctx)).To(Equal([]string{"one"}))
		appended(ctx, "two")
	})

	It("does not keep a record whose Append has failed", func(ctx SpecContext) {
		appended(ctx, "one")
		Expect(os.Rename(file, file+".away")).To(Succeed())
		Expect(os.Mkdir(file, 0o700)).To(Succeed())

		Expect(dir.Append(ctx, "", []byte("two"))).NotTo(Succeed())

		Expect(os.Remove(file)).To(Succeed())
		Expect(os.Rename(file+".away", file)).To(Succeed())
		appended(ctx, "three")
		Expect(texts(ctx)).To(Equal([]string{"one", "three"}))
	})

	Context("in a directory that cannot be synchronised", func() {
		var broken error
		var synced []string
		BeforeEach(func() {
			broken, synced = nil, nil
			Expect(dir.Close()).To(Succeed())
			dir = open(path, filepersist.WithSyncDir(func(path string) error {
				if broken == nil {
					synced = append(synced, path)
				}
				return broken
			}))
		})

		It("does not keep a first record whose Append has failed", func(ctx SpecContext) {
			broken = errors.New("broken")

			Expect(dir.Append(ctx, "", []byte("one"))).To(MatchError(broken))

			reopen()
			Expect(texts(ctx)).To(BeEmpty())
		})

		It("does not keep a later record either, before the name of the journal is durable", func(ctx SpecContext) {
			appended(ctx, "one")
			broken = errors.New("broken")
			Expect(dir.Rewrite(ctx, "", [][]byte{[]byte("one, again")})).To(MatchError(broken))

			Expect(dir.Append(ctx, "", []byte("two"))).To(MatchError(broken))

			broken = nil
			appended(ctx, "three")
			reopen()
			Expect(texts(ctx)).To(Equal([]string{"one, again", "three"}))
		})

		It("has its name made durable by the first Append of a run, whatever the run before has left", func(ctx SpecContext) {
			Expect(os.WriteFile(file, []byte("tfqueue\x01"), 0o600)).To(Succeed())

			appended(ctx, "one", "two")

			Expect(synced).To(Equal([]string{path}))
		})
	})

	DescribeTable("keeps what is added after others have cut it",
		func(ctx SpecContext, cut func(), left []string) {
			appended(ctx, "one", "two")
			cut()

			appended(ctx, "three")
			Expect(texts(ctx)).To(Equal(append(left, "three")))
			reopen()
			Expect(texts(ctx)).To(Equal(append(left, "three")))
		},
		Entry("removed", func() { Expect(os.Remove(file)).To(Succeed()) }, []string{}),
		Entry("emptied", func() { Expect(os.Truncate(file, 0)).To(Succeed()) }, []string{}),
		Entry("cut within its last record", func() {
			info, err := os.Stat(file)
			Expect(err).NotTo(HaveOccurred())
			Expect(os.Truncate(file, info.Size()-1)).To(Succeed())
		}, []string{"one"}),
	)
})
