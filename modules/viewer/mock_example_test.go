package viewer_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

func ExampleWithMock() {
	source := openapi.FromContent(`{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{"/pets":{"get":{
		"responses":{"200":{"description":"All","content":{"application/json":{"example":["Ida"]}}}}}}}}`)
	v, err := viewer.New(source, htmlrender.New(), viewer.WithMock())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer v.Close()
	if err := v.Wait(context.Background()); err != nil {
		fmt.Println(err)
		return
	}
	mux := http.NewServeMux()
	mux.Handle("/reference/", v) // all methods, not only "GET /reference/"

	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/reference/_/mock/pets", nil))
	fmt.Print(w.Body)
	// Output:
	// [
	//   "Ida"
	// ]
}
