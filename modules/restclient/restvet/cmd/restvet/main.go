// Command restvet checks declarations of package restclient for go vet:
//
//	go vet -vettool=$(which restvet) ./...
package main

import (
	"os"
	"runtime/debug"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/trefoil-go/trefoil/modules/restclient/restvet"
	"github.com/trefoil-go/trefoil/modules/restclient/restvet/internal/typefile"
)

// gcPercent suits a process that ends soon: go vet starts one for each package.
const gcPercent = 400

// client is the package whose declarations are checked.
const client = "github.com/trefoil-go/trefoil/modules/restclient"

func main() {
	debug.SetGCPercent(gcPercent)
	if file := os.Args[len(os.Args)-1]; strings.HasSuffix(file, ".cfg") {
		// Package unitchecker says what is wrong when there is an error.
		if done, err := typefile.Write(file, client); done && err == nil {
			return
		}
	}
	unitchecker.Main(restvet.Analyzer)
}
