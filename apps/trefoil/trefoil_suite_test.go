package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/worker"
)

func TestMain(m *testing.M) {
	worker.Main() // a judge starts this program again
	os.Exit(m.Run())
}

func TestTrefoil(t *testing.T) {
	RegisterFailHandler(Fail)
	SetDefaultEventuallyTimeout(30 * time.Second) // ends what hangs
	EnforceDefaultTimeoutsWhenUsingContexts()
	RunSpecs(t, "Trefoil")
}

// outcome is what a run of the command has left.
type outcome struct {
	status         int
	stdout, stderr string
}

// trefoil runs the command, without a standard input.
func trefoil(ctx context.Context, args ...string) outcome { return fed(ctx, "", args...) }

// fed runs the command with a standard input.
func fed(ctx context.Context, stdin string, args ...string) outcome {
	var stdout, stderr bytes.Buffer
	status := run(ctx, args, &process{
		stdin: strings.NewReader(stdin), stdout: &stdout, stderr: &stderr,
		now: trefoilTime,
	})
	return outcome{status, stdout.String(), stderr.String()}
}

// trefoilTime is when all runs are made.
func trefoilTime() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }

// folder is a directory with these files.
func folder(files map[string]string) string {
	GinkgoHelper()
	dir := GinkgoT().TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		Expect(os.MkdirAll(filepath.Dir(file), 0o755)).To(Succeed())
		Expect(os.WriteFile(file, []byte(text), 0o600)).To(Succeed())
	}
	return dir
}

// Two versions of a description.
const (
	shop = `openapi: 3.1.0
info:
  title: Shop
  version: 1.2.0
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        "200":
          description: The orders
    delete:
      operationId: clearOrders
      responses:
        "204":
          description: Gone
`
	swaggerShop = `swagger: "2.0"
info:
  title: Shop
  version: 1.1.0
paths:
  /orders:
    get:
      operationId: listOrders
      parameters:
        - name: page
          in: query
          type: integer
      responses:
        "200":
          description: The orders
`
	newShop = `openapi: 3.1.0
info:
  title: Shop
  version: 1.3.0
paths:
  /orders:
    get:
      operationId: listOrders
      deprecated: true
      responses:
        "200":
          description: The orders
  /baskets:
    get:
      operationId: listBaskets
      responses:
        "200":
          description: The baskets
`
)
