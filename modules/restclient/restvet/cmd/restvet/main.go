// Command restvet checks declarations of package restclient for go vet:
//
//	go vet -vettool=$(which restvet) ./...
package main

import (
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/trefoil-go/trefoil/modules/restclient/restvet"
)

func main() { unitchecker.Main(restvet.Analyzer) }
