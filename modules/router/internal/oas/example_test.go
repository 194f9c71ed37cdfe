package oas_test

import (
	"fmt"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router/internal/oas"
)

func ExampleOptions_Write() {
	ping := apidoc.OperationSummary{ID: "ping", Method: "GET", Path: "/ping", Pointer: oas.Options{}.Pointer("GET", "/ping")}
	outline := apidoc.Outline{Info: apidoc.Info{Title: "Ping", Version: "1.0.0"}, Operations: []apidoc.OperationSummary{ping}}
	parts := apidoc.Memory{Operations: map[string]*apidoc.Operation{ping.Pointer: {Responses: []apidoc.Response{{Status: "204"}}}}}

	fmt.Printf("%s", oas.Options{}.Write(outline, parts))
	// Output:
	// {"openapi":"3.1.0","info":{"title":"Ping","version":"1.0.0"},"paths":{"/ping":{"get":{"operationId":"ping","responses":{"204":{"description":"No Content"}}}}}}
}
