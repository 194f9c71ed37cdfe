module github.com/trefoil-go/trefoil/modules/core

go 1.26
