module github.com/trefoil-go/trefoil/tools

go 1.26

