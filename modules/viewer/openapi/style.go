package openapi

import (
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// defaultStyle is the style of a parameter that names none (OpenAPI 3.1, section
// 4.8.12.2.1).
func defaultStyle(place apidoc.Place) string {
	if place == apidoc.InPath || place == apidoc.InHeader {
		return "simple"
	}
	return "form"
}

// explode reads explode, whose default is true for the styles form and cookie.
func explode(n *tree.Node, style string) bool {
	if v, ok := tree.Bool(tree.Get(n, "explode")); ok {
		return v
	}
	return style == "form" || style == "cookie"
}

// collectionStyle turns a collectionFormat into a style. Tabs have none in
// OpenAPI 3; their style is "tabDelimited".
func collectionStyle(n *tree.Node, place apidoc.Place) (style string, exploded bool) {
	style = defaultStyle(place)
	if tree.Text(tree.Get(n, "type")) != "array" {
		return style, style == "form"
	}
	switch tree.Text(tree.Get(n, "collectionFormat")) {
	case "multi":
		return style, style == "form"
	case "ssv":
		return "spaceDelimited", false
	case "tsv":
		return "tabDelimited", false
	case "pipes":
		return "pipeDelimited", false
	}
	return style, false
}
