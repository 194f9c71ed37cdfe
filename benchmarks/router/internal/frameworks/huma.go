package frameworks

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/danielgtaylor/huma/v2/sse"
	"github.com/gin-gonic/gin"
)

// HumaGin is huma on gin.
func HumaGin() http.Handler {
	gin.SetMode(gin.ReleaseMode)
	g := gin.New()
	registerHuma(humagin.New(g, humaConfig()))
	return g
}

// HumaServeMux is huma on net/http.
func HumaServeMux() http.Handler {
	mux := http.NewServeMux()
	registerHuma(humago.New(mux, humaConfig()))
	return mux
}

// humaConfig is the default without what the others do not send or serve: a
// member $schema in every object, and pages with documentation.
func humaConfig() huma.Config {
	config := huma.DefaultConfig("Bench", "1.0.0")
	config.CreateHooks = nil
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	return config
}

type (
	humaID struct {
		ID int `path:"id"`
	}
	humaText struct {
		ID string `path:"id"`
	}
	humaUser struct {
		Body User
	}
	humaUsers struct {
		Body []User
	}
	humaNewUser struct {
		Body struct {
			Name    string `json:"name" required:"false" minLength:"2" maxLength:"64"`
			Email   string `json:"email" required:"false" format:"email"`
			Age     int    `json:"age" required:"false" minimum:"0"`
			City    string `json:"city" required:"false" maxLength:"80"`
			Country string `json:"country" required:"false" minLength:"2" maxLength:"2"`
		}
	}
	humaValues struct {
		A string `path:"a"`
		B string `path:"b"`
		C string `path:"c"`
		D string `path:"d"`
		E string `path:"e"`
	}
	humaFive struct {
		Body Five
	}
)

func registerHuma(api huma.API) {
	show := func(_ context.Context, in *humaID) (*humaUser, error) { return &humaUser{find(in.ID)}, nil }
	empty := func(context.Context, *humaText) (*struct{}, error) { return nil, nil }
	huma.Register(api, humaGet("/empty/{id}"), empty)
	huma.Register(api, humaGet("/users/{id}"), show)
	huma.Register(api, humaGet("/users"), func(context.Context, *struct{}) (*humaUsers, error) { return &humaUsers{Many}, nil })
	huma.Register(api, humaGet("/guarded/{id}", humaRequire(api, TenantHeader), humaRequire(api, TokenHeader)), show)
	create := huma.Operation{OperationID: "create", Method: http.MethodPost, Path: "/users", DefaultStatus: http.StatusCreated}
	huma.Register(api, create, func(_ context.Context, in *humaNewUser) (*humaUser, error) {
		return &humaUser{User{7, in.Body.Name, in.Body.Email, true}}, nil
	})
	huma.Register(api, humaGet("/five/{a}/{b}/{c}/{d}/{e}"), func(_ context.Context, in *humaValues) (*humaFive, error) {
		return &humaFive{Five(*in)}, nil
	})
	sse.Register(api, humaGet("/stream"), map[string]any{EventName: User{}}, func(_ context.Context, _ *struct{}, send sse.Sender) {
		for _, u := range Many {
			if send.Data(u) != nil {
				return
			}
		}
	})
	for _, path := range fillerPaths() {
		huma.Register(api, humaGet(braced(path)), func(context.Context, *struct{}) (*struct{}, error) { return nil, nil })
	}
}

func humaGet(path string, middleware ...func(huma.Context, func(huma.Context))) huma.Operation {
	return huma.Operation{OperationID: "get" + path, Method: http.MethodGet, Path: path, Middlewares: middleware}
}

func humaRequire(api huma.API, header string) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		if ctx.Header(header) == "" {
			_ = huma.WriteErr(api, ctx, http.StatusForbidden, "forbidden") // the client is gone: there is nobody to tell
			return
		}
		next(ctx)
	}
}

// humaBoot registers the routes of BootRoutes.
func humaBoot(api huma.API) {
	for i := range bootResources {
		list, one := fmt.Sprintf("/resource%d", i), fmt.Sprintf("/resource%d/{id}", i)
		huma.Register(api, humaGet(list), func(context.Context, *struct{}) (*struct{ Body []User }, error) {
			return &struct{ Body []User }{}, nil
		})
		huma.Register(api, humaGet(one), func(_ context.Context, in *humaID) (*humaUser, error) { return &humaUser{find(in.ID)}, nil })
		create := huma.Operation{OperationID: "create" + list, Method: http.MethodPost, Path: list, DefaultStatus: http.StatusCreated}
		huma.Register(api, create, func(_ context.Context, in *humaNewUser) (*humaUser, error) { return &humaUser{}, nil })
		remove := huma.Operation{OperationID: "remove" + one, Method: http.MethodDelete, Path: one}
		huma.Register(api, remove, func(context.Context, *humaID) (*struct{}, error) { return nil, nil })
	}
}
