package openapi_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// logbook keeps what is logged at a level and above.
type logbook struct{ bytes.Buffer }

func (l *logbook) logger(level slog.Level) openapi.Option {
	return openapi.WithLogger(slog.New(slog.NewJSONHandler(l, &slog.HandlerOptions{Level: level})))
}

// records are what was logged, without the time.
func (l *logbook) records() []map[string]any {
	GinkgoHelper()
	var list []map[string]any
	for d := json.NewDecoder(&l.Buffer); d.More(); {
		var record map[string]any
		Expect(d.Decode(&record)).To(Succeed())
		delete(record, "time")
		list = append(list, record)
	}
	return list
}

var _ = Describe("WithLogger", func() {
	var log *logbook

	BeforeEach(func() { log = &logbook{} })

	It("says at the level Debug what was loaded", func(ctx SpecContext) {
		path := filepath.Join(GinkgoT().TempDir(), "api.json")
		Expect(os.WriteFile(path, []byte(small), 0o600)).To(Succeed())
		source, err := openapi.FromFile(path, log.logger(slog.LevelDebug))
		Expect(err).NotTo(HaveOccurred())

		_, err = source.Load(ctx)

		Expect(err).NotTo(HaveOccurred())
		Expect(log.records()).To(HaveExactElements(map[string]any{
			"level": "DEBUG", "msg": "description loaded", "source": path,
			"bytes": float64(len(small)), "files": 1.0, "operations": 1.0, "models": 0.0, "problems": 0.0,
		}))
	})

	It("is silent above the level Debug, also about what fails", func(ctx SpecContext) {
		_, err := openapi.FromContent("]", log.logger(slog.LevelInfo)).Load(ctx)

		Expect(err).To(HaveOccurred())
		Expect(log.String()).To(BeEmpty())
	})

	It("says why an outline that was kept is not used, and none is kept", func(ctx SpecContext) {
		dir := filepath.Join(GinkgoT().TempDir(), "cache")
		loadKept(ctx, kept, dir)
		Expect(os.WriteFile(snapshots(dir)[0], []byte("damaged"), 0o600)).To(Succeed())

		loadKept(ctx, kept, dir, log.logger(slog.LevelDebug))

		Expect(log.records()).To(HaveExactElements(
			And(HaveKeyWithValue("msg", "snapshot not used"), HaveKeyWithValue("file", HavePrefix(dir)), HaveKeyWithValue("err", Not(BeEmpty()))),
			HaveKeyWithValue("msg", "description loaded"),
		))
		file := filepath.Join(GinkgoT().TempDir(), "file")
		Expect(os.WriteFile(file, nil, 0o600)).To(Succeed())

		loadKept(ctx, kept, filepath.Join(file, "cache"), log.logger(slog.LevelDebug))

		Expect(log.records()).To(ContainElement(And(HaveKeyWithValue("msg", "snapshot not kept"), HaveKeyWithValue("err", ContainSubstring("not a directory")))))
	})

	It("nil is silent, as no logger is", func(ctx SpecContext) {
		_, err := openapi.FromContent(small, openapi.WithLogger(nil)).Load(ctx)

		Expect(err).NotTo(HaveOccurred())
	})
})
