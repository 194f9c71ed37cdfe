package mock_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"github.com/trefoil-go/trefoil/modules/viewer/mock"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

const pets = `{
	"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"},
	"paths": {"/pets/{id}": {"get": {
		"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
		"responses": {
			"200": {"description": "The pet", "content": {"application/json": {"schema": {"type": "object", "properties": {
				"id": {"type": "integer"}, "name": {"type": "string", "examples": ["Ida"]}}}}}},
			"404": {"description": "No such pet", "content": {"application/json": {"example": {"error": "no such pet"}}}}
		}
	}}}
}`

func ExampleNew() {
	m, err := mock.New(openapi.FromContent(pets), mock.WithCORS("https://app.example"))
	if err != nil {
		fmt.Println(err)
		return
	}
	server := httptest.NewServer(m) // or http.ListenAndServe("127.0.0.1:4010", m)
	defer server.Close()

	for _, prefer := range []string{"", "code=404"} {
		request, _ := http.NewRequest(http.MethodGet, server.URL+"/pets/7", nil)
		request.Header.Set("Prefer", prefer)
		response, err := server.Client().Do(request)
		if err != nil {
			fmt.Println(err)
			return
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		fmt.Printf("%d %s", response.StatusCode, body)
	}
	// Output:
	// 200 {
	//   "id": 7,
	//   "name": "Ida"
	// }
	// 404 {
	//   "error": "no such pet"
	// }
}
