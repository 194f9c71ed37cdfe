package mounts

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/adaptor"
	"github.com/labstack/echo/v5"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// Reference is what all frameworks mount below /docs/.
func Reference(file string) (*viewer.Viewer, error) {
	source, err := openapi.FromFile(file)
	if err != nil {
		return nil, err
	}
	return viewer.New(source, htmlrender.New(), viewer.WithBasePath("/docs"))
}

// NetHTTP mounts it in net/http.
func NetHTTP(v *viewer.Viewer) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/docs/", v)
	return mux
}

// Chi mounts it in chi.
func Chi(v *viewer.Viewer) http.Handler {
	r := chi.NewRouter()
	r.Mount("/docs", v)
	return r
}

// Gin mounts it in gin.
func Gin(v *viewer.Viewer) http.Handler {
	engine := gin.New()
	engine.Any("/docs/*page", gin.WrapH(v))
	return engine
}

// Echo mounts it in echo.
func Echo(v *viewer.Viewer) http.Handler {
	e := echo.New()
	e.Any("/docs/*", echo.WrapHandler(v))
	return e
}

// Fiber mounts it in fiber.
func Fiber(v *viewer.Viewer) *fiber.App {
	app := fiber.New()
	app.Use("/docs", adaptor.HTTPHandler(v))
	return app
}

// Greeting is what the API of Huma answers.
type Greeting struct {
	Body struct {
		Text string `json:"text" doc:"What to say."`
	}
}

// Huma shows the description that huma makes of its own operations.
func Huma() (http.Handler, *viewer.Viewer, error) {
	mux := http.NewServeMux()
	config := huma.DefaultConfig("Greetings", "1.0.0")
	config.DocsPath = "" // instead of the pages that huma has
	api := humago.New(mux, config)
	huma.Get(api, "/greeting", func(context.Context, *struct{}) (*Greeting, error) {
		return &Greeting{}, nil
	})

	description, err := api.OpenAPI().MarshalJSON()
	if err != nil {
		return nil, nil, err
	}
	v, err := viewer.New(openapi.FromContent(string(description)), htmlrender.New())
	mux.Handle("/docs/", v)
	return mux, v, err
}
