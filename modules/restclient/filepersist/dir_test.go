package filepersist_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/filepersist"
)

func table(name, data string) restclient.SavedTable {
	return restclient.SavedTable{Name: name, Fingerprint: "f of " + name, Data: []byte(data)}
}

func open(path string, opts ...filepersist.Option) *filepersist.Dir {
	GinkgoHelper()
	dir, err := filepersist.Open(path, opts...)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(dir.Close)
	return dir
}

// damage changes a byte of a file, from its end when at is negative.
func damage(name string, at int) {
	GinkgoHelper()
	data, err := os.ReadFile(name)
	Expect(err).NotTo(HaveOccurred())
	if at < 0 {
		at += len(data)
	}
	data[at] ^= 1
	Expect(os.WriteFile(name, data, 0o600)).To(Succeed())
}

func cut(name string, bytes int64) {
	GinkgoHelper()
	info, err := os.Stat(name)
	Expect(err).NotTo(HaveOccurred())
	Expect(os.Truncate(name, info.Size()-bytes)).To(Succeed())
}

// killed returns what is left in a directory by a run that ends now.
func killed(path string) string {
	GinkgoHelper()
	left := filepath.Join(GinkgoT().TempDir(), "killed")
	Expect(os.CopyFS(left, os.DirFS(path))).To(Succeed())
	return left
}

func names(path string) []string {
	GinkgoHelper()
	entries, err := os.ReadDir(path)
	Expect(err).NotTo(HaveOccurred())
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

var _ = Describe("A directory of tables", func() {
	var path string
	BeforeEach(func() { path = filepath.Join(GinkgoT().TempDir(), "data") })

	It("is durable when it is made, with those above it", func() {
		above := filepath.Dir(path)
		var synced []string

		open(filepath.Join(path, "deeper"), filepersist.WithSyncDir(func(path string) error {
			synced = append(synced, path)
			return nil
		}))

		Expect(synced).To(Equal([]string{above, path}))
	})

	It("loads what was saved last, in another run", func(ctx SpecContext) {
		first, err := filepersist.Open(path)
		Expect(err).NotTo(HaveOccurred())
		Expect(first.Save(ctx, "", []restclient.SavedTable{table("a", "1")})).To(Succeed())
		Expect(first.Save(ctx, "", []restclient.SavedTable{table("a", "2"), table("b", "")})).To(Succeed())
		Expect(first.Close()).To(Succeed())

		tables, err := open(path).Load(ctx, "")

		Expect(err).NotTo(HaveOccurred())
		Expect(tables).To(Equal([]restclient.SavedTable{table("a", "2"), table("b", "")}))
	})

	It("loads nothing when nothing was saved", func(ctx SpecContext) {
		Expect(open(path).Load(ctx, "ida")).To(BeEmpty())
	})

	It("keeps identities apart", func(ctx SpecContext) {
		dir := open(path)
		Expect(dir.Save(ctx, "ida", []restclient.SavedTable{table("a", "ida's")})).To(Succeed())
		Expect(dir.Save(ctx, "", []restclient.SavedTable{table("a", "the client's")})).To(Succeed())

		Expect(dir.Load(ctx, "ida")).To(ConsistOf(table("a", "ida's")))
		Expect(dir.Load(ctx, "bo")).To(BeEmpty())
	})

	It("says nothing about the identity in the names, whatever it is", func(ctx SpecContext) {
		dir := open(path)
		for _, identity := range []string{"ida@example.com", "../../etc/passwd", "client", "a/b\x00c", strings.Repeat("x", 1000)} {
			Expect(dir.Save(ctx, identity, []restclient.SavedTable{table("a", identity)})).To(Succeed())
			Expect(dir.Append(ctx, identity, []byte(identity))).To(Succeed())

			Expect(dir.Load(ctx, identity)).To(ConsistOf(table("a", identity)))
		}

		Expect(names(path)).To(HaveLen(1 + 2*5))
		Expect(names(path)).To(HaveEach(MatchRegexp(`^(lock|id-[0-9a-f]{32}\.(store|queue))$`)))
		Expect(names(filepath.Dir(path))).To(ConsistOf("data"))
	})

	It("lets nobody else read", func(ctx SpecContext) {
		dir := open(path)
		Expect(dir.Save(ctx, "", []restclient.SavedTable{table("a", "1")})).To(Succeed())
		Expect(dir.Append(ctx, "", []byte("r"))).To(Succeed())

		for _, name := range []string{".", "lock", "client.store", "client.queue"} {
			info, err := os.Stat(filepath.Join(path, name))
			Expect(err).NotTo(HaveOccurred())
			Expect(info.Mode().Perm()&0o077).To(BeZero(), name)
		}
	})

	It("refuses a second user, until the first has gone", func() {
		first, err := filepersist.Open(path)
		Expect(err).NotTo(HaveOccurred())

		_, err = filepersist.Open(path)
		Expect(err).To(MatchError(filepersist.ErrLocked))
		Expect(err).To(MatchError(ContainSubstring(path)))

		Expect(first.Close()).To(Succeed())
		open(path)
	})

	It("does nothing after Close", func(ctx SpecContext) {
		dir := open(path)
		Expect(dir.Close()).To(Succeed())
		Expect(dir.Close()).To(Succeed())

		_, err := dir.Load(ctx, "")
		Expect(err).To(MatchError(filepersist.ErrClosed))
		Expect(dir.Save(ctx, "", nil)).To(MatchError(filepersist.ErrClosed))
		Expect(dir.Forget(ctx, "")).To(MatchError(filepersist.ErrClosed))
		_, err = dir.Records(ctx, "")
		Expect(err).To(MatchError(filepersist.ErrClosed))
		Expect(dir.Append(ctx, "", nil)).To(MatchError(filepersist.ErrClosed))
		Expect(dir.Rewrite(ctx, "", nil)).To(MatchError(filepersist.ErrClosed))
	})

	It("forgets one identity, all of its files", func(ctx SpecContext) {
		dir := open(path)
		for range 2 {
			Expect(dir.Save(ctx, "ida", []restclient.SavedTable{table("a", "1")})).To(Succeed())
			Expect(dir.Save(ctx, "bo", []restclient.SavedTable{table("a", "1")})).To(Succeed())
		}
		Expect(dir.Append(ctx, "ida", []byte("r"))).To(Succeed())

		Expect(dir.Forget(ctx, "ida")).To(Succeed())

		Expect(dir.Load(ctx, "ida")).To(BeEmpty())
		Expect(dir.Records(ctx, "ida")).To(BeEmpty())
		Expect(dir.Load(ctx, "bo")).NotTo(BeEmpty())
		Expect(names(path)).To(HaveLen(3))
	})

	DescribeTable("reports a damaged file, moves it aside and takes the one before",
		func(ctx SpecContext, harm func(name string)) {
			dir := open(path)
			Expect(dir.Save(ctx, "", []restclient.SavedTable{table("a", "before"), table("b", "before")})).To(Succeed())
			Expect(dir.Save(ctx, "", []restclient.SavedTable{table("a", "last"), table("b", "last")})).To(Succeed())
			harm(filepath.Join(path, "client.store"))

			tables, err := dir.Load(ctx, "")

			var fault *filepersist.CorruptError
			Expect(errors.As(err, &fault)).To(BeTrue(), "%v", err)
			Expect(fault).To(And(HaveField("File", "client.store"), HaveField("Moved", "client.store.corrupt")))
			Expect(tables).To(ConsistOf(table("a", "before"), table("b", "before")))
			Expect(names(path)).To(ConsistOf("lock", "client.store.corrupt", "client.store.old"))
			tables, err = dir.Load(ctx, "")
			Expect(tables).To(HaveLen(2), "and again")
			Expect(err).To(MatchError(filepersist.ErrUnfinished))
		},
		Entry("a bit at its beginning", func(name string) { damage(name, 0) }),
		Entry("a bit in its index", func(name string) { damage(name, 25) }),
		Entry("a bit at its end", func(name string) { damage(name, -1) }),
		Entry("without its last byte", func(name string) { cut(name, 1) }),
		Entry("without its last table", func(name string) { cut(name, 16) }),
		Entry("empty", func(name string) { Expect(os.Truncate(name, 0)).To(Succeed()) }),
	)

	It("starts empty when the one before is damaged, too", func(ctx SpecContext) {
		dir := open(path)
		Expect(dir.Save(ctx, "", []restclient.SavedTable{table("a", "before")})).To(Succeed())
		Expect(dir.Save(ctx, "", []restclient.SavedTable{table("a", "last")})).To(Succeed())
		damage(filepath.Join(path, "client.store"), -1)
		damage(filepath.Join(path, "client.store.old"), -1)

		tables, err := dir.Load(ctx, "")

		Expect(tables).To(BeEmpty())
		Expect(err).To(MatchError(And(ContainSubstring("client.store is damaged"), ContainSubstring("client.store.old is damaged"))))
		Expect(dir.Save(ctx, "", []restclient.SavedTable{table("a", "new")})).To(Succeed())
		Expect(dir.Load(ctx, "")).To(ConsistOf(table("a", "new")))
	})

	It("takes the one before when a crash came between the two renames", func(ctx SpecContext) {
		dir := open(path)
		Expect(dir.Save(ctx, "", []restclient.SavedTable{table("a", "last")})).To(Succeed())
		store := filepath.Join(path, "client.store")
		Expect(os.Rename(store, store+".old")).To(Succeed())
		Expect(os.WriteFile(store+".new", []byte("half"), 0o600)).To(Succeed())

		tables, err := dir.Load(ctx, "")
		Expect(tables).To(ConsistOf(table("a", "last")))
		Expect(err).To(MatchError(filepersist.ErrUnfinished))
		Expect(dir.Save(ctx, "", []restclient.SavedTable{table("a", "new")})).To(Succeed())
		Expect(dir.Load(ctx, "")).To(ConsistOf(table("a", "new")))
	})

	It("is behind in all runs where the disk has no room to note it", func(ctx SpecContext) {
		ids := []string{"", "ida"}
		dir := open(path)
		for _, id := range ids {
			Expect(dir.Save(ctx, id, []restclient.SavedTable{table("a", "1")})).To(Succeed())
		}
		undo, err := dir.FillUp()
		Expect(err).NotTo(HaveOccurred())
		Expect(dir.Behind(ctx, "ida", true)).To(Succeed())
		Expect(dir.Save(ctx, "ida", []restclient.SavedTable{table("a", "2")})).NotTo(Succeed(), "which would not be noted as behind")
		left := open(killed(path))
		for i, id := range ids {
			tables, err := left.Load(ctx, id)
			Expect(tables).To(ConsistOf(table("a", "1")))
			Expect(errors.Is(err, filepersist.ErrUnfinished)).To(Equal(i == 1))
		}

		undo()
		Expect(dir.Save(ctx, "ida", []restclient.SavedTable{table("a", "2")})).To(Succeed(), "which is not all")
		_, err = open(killed(path)).Load(ctx, "ida")
		Expect(err).To(MatchError(filepersist.ErrUnfinished))
		Expect(dir.Behind(ctx, "ida", false)).To(Succeed())
		Expect(open(killed(path)).Load(ctx, "ida")).To(ConsistOf(table("a", "2")))
	})

	It("is behind also where the note that others are not any more was written in part", func(ctx SpecContext) {
		dir := open(path)
		for _, id := range []string{"", "ida", "bo"} {
			Expect(dir.Save(ctx, id, []restclient.SavedTable{table("a", "1")})).To(Succeed())
			Expect(dir.Behind(ctx, id, true)).To(Succeed())
		}
		lock := func(of string) string { return filepath.Join(of, "lock") }
		before, err := os.ReadFile(lock(path))
		Expect(err).NotTo(HaveOccurred())
		Expect(dir.Behind(ctx, "", false)).To(Succeed())
		after, err := os.ReadFile(lock(path))
		Expect(err).NotTo(HaveOccurred())

		for written := range min(len(before), len(after)) {
			left := killed(path)
			Expect(os.WriteFile(lock(left), append(after[:written:written], before[written:]...), 0o600)).To(Succeed())
			torn, err := filepersist.Open(left)
			Expect(err).NotTo(HaveOccurred())
			for _, id := range []string{"ida", "bo"} {
				_, err := torn.Load(ctx, id)
				Expect(err).To(MatchError(filepersist.ErrUnfinished), "%q after %d bytes", id, written)
			}
			Expect(torn.Close()).To(Succeed())
		}
	})

	It("has a note that grows no longer than it has to", func(ctx SpecContext) {
		dir := open(path)
		lock := filepath.Join(path, "lock")
		for i := range 100 {
			Expect(dir.Behind(ctx, fmt.Sprint(i%7), true)).To(Succeed())
			Expect(dir.Behind(ctx, fmt.Sprint((i+3)%7), false)).To(Succeed())
		}
		info, err := os.Stat(lock)
		Expect(err).NotTo(HaveOccurred())
		Expect(info.Size()).To(BeNumerically("<=", 8*36))
		for i := range 7 {
			Expect(dir.Behind(ctx, fmt.Sprint(i), false)).To(Succeed())
		}
		info, err = os.Stat(lock)
		Expect(err).NotTo(HaveOccurred())
		Expect(info.Size()).To(BeZero())
	})

	It("is behind in all runs, until it is no more", func(ctx SpecContext) {
		run := func(f func(dir *filepersist.Dir)) {
			dir := open(path)
			defer dir.Close()
			f(dir)
		}
		ids := []string{"", "ida", "bo", "cy"}
		run(func(dir *filepersist.Dir) {
			for _, id := range ids {
				Expect(dir.Save(ctx, id, []restclient.SavedTable{table("a", "1")})).To(Succeed())
				Expect(dir.Behind(ctx, id, true)).To(Succeed())
				Expect(dir.Behind(ctx, id, true)).To(Succeed())
			}
		})
		for i, id := range ids {
			run(func(dir *filepersist.Dir) {
				Expect(dir.Save(ctx, id, []restclient.SavedTable{table("a", "2")})).To(Succeed(), "which is not all")
				_, err := dir.Load(ctx, id)
				Expect(err).To(MatchError(filepersist.ErrUnfinished))
				Expect(dir.Behind(ctx, id, false)).To(Succeed())
			})
			run(func(dir *filepersist.Dir) {
				for j, other := range ids {
					tables, err := dir.Load(ctx, other)
					if j <= i {
						Expect(err).NotTo(HaveOccurred())
						Expect(tables).To(ConsistOf(table("a", "2")))
						continue
					}
					Expect(err).To(MatchError(filepersist.ErrUnfinished))
					Expect(tables).To(ConsistOf(table("a", "1")))
				}
			})
		}
	})

	It("neither writes nor reads more than it may", func(ctx SpecContext) {
		dir := open(path, filepersist.WithMaxBytes(200))
		Expect(dir.Save(ctx, "", []restclient.SavedTable{table("a", "1")})).To(Succeed())

		Expect(dir.Save(ctx, "", []restclient.SavedTable{table("a", strings.Repeat("x", 200))})).To(MatchError(filepersist.ErrTooLarge))
		Expect(dir.Append(ctx, "", make([]byte, 200))).To(MatchError(filepersist.ErrTooLarge))
		Expect(dir.Rewrite(ctx, "", [][]byte{make([]byte, 200)})).To(MatchError(filepersist.ErrTooLarge))
		Expect(dir.Load(ctx, "")).To(ConsistOf(table("a", "1")))

		Expect(os.WriteFile(filepath.Join(path, "client.store"), make([]byte, 201), 0o600)).To(Succeed())
		_, err := dir.Load(ctx, "")
		Expect(err).To(MatchError(filepersist.ErrTooLarge))
	})

	It("leaves a file alone that it may not read", func(ctx SpecContext) {
		dir := open(path)
		Expect(os.Mkdir(filepath.Join(path, "client.store"), 0o700)).To(Succeed())

		_, err := dir.Load(ctx, "")

		Expect(err).To(HaveOccurred())
		Expect(names(path)).To(ConsistOf("client.store", "lock"))
	})

	DescribeTable("refuses a directory that cannot be",
		func(path string, opts ...filepersist.Option) {
			_, err := filepersist.Open(path, opts...)
			Expect(err).To(MatchError(HavePrefix("filepersist: ")))
		},
		Entry("below a file", "/dev/null/x"),
		Entry("without room", os.TempDir(), filepersist.WithMaxBytes(0)),
	)
})
