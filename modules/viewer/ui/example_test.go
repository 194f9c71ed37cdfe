package ui_test

import (
	"fmt"

	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

func ExampleAssets() {
	file, ok := ui.Assets().File("theme.js")

	fmt.Println(ok, file.ContentType)
	// Output: true text/javascript; charset=utf-8
}

func ExampleNewFile() {
	set := ui.Assets().With(ui.NewFile(ui.CustomSheet, []byte(".reference {}")))

	url, _ := set.URL(ui.CustomSheet)
	fmt.Println(url)
	// Output: custom.css?v=824514db4951
}
