package router_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

func fails(*router.Context) error { return errors.New("oops") }

var _ = Describe("The log of a request that failed", func() {
	It("names the function in JSON, too", func() {
		var log bytes.Buffer
		f := newFixture(router.WithLogger(slog.New(slog.NewJSONHandler(&log, nil))))
		f.Register(router.Controllers{"GET /x": fails})

		f.get("/x")

		var line struct{ Function string }
		Expect(json.Unmarshal(log.Bytes(), &line)).To(Succeed(), log.String())
		Expect(line.Function).To(MatchRegexp(`^router_test\.fails \(failedlog_test\.go:\d+\)$`))
	})
})
