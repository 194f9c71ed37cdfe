package viewer_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer"
)

// Two versions of an API below one address. Every page leads to the same page of
// the other version.
func ExampleNewCollection() {
	var members []viewer.Member
	for _, version := range []string{"v2", "v1"} {
		v, err := viewer.NewReference(viewer.Configuration{
			Spec: viewer.Spec{Content: strings.ReplaceAll(description, "Pets", "Pets "+version)},
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		defer v.Close()
		members = append(members, viewer.Member{Name: version, Viewer: v})
	}
	docs, err := viewer.NewCollection(members...)
	if err != nil {
		fmt.Println(err)
		return
	}
	mux := http.NewServeMux()
	mux.Handle("/docs/", docs)

	answer := httptest.NewRecorder()
	mux.ServeHTTP(answer, httptest.NewRequest("GET", "/docs/", nil))
	fmt.Println(answer.Code, answer.Header().Get("Location"))
	// Output: 307 ./v2/
}
