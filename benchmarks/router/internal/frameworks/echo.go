package frameworks

import (
	"net/http"
	"strconv"

	"github.com/go-playground/validator/v10"
	"github.com/labstack/echo/v5"
)

// Echo is echo with go-playground/validator.
func Echo() http.Handler {
	e := echo.New()
	e.Validator = echoValidator{newValidator()}
	empty := func(c *echo.Context) error {
		_ = c.Param("id")
		return c.NoContent(http.StatusNoContent)
	}
	e.GET("/empty/:id", empty)
	e.GET("/users/:id", echoShow)
	e.GET("/users", func(c *echo.Context) error { return c.JSON(http.StatusOK, Many) })
	e.GET("/guarded/:id", echoShow, echoRequire(TenantHeader), echoRequire(TokenHeader))
	e.POST("/users", echoCreate)
	e.GET("/five/:a/:b/:c/:d/:e", func(c *echo.Context) error {
		return c.JSON(http.StatusOK, Five{c.Param("a"), c.Param("b"), c.Param("c"), c.Param("d"), c.Param("e")})
	})
	e.GET("/stream", func(c *echo.Context) error {
		netHTTP{}.stream(c.Response(), c.Request())
		return nil
	})
	for _, path := range fillerPaths() {
		e.GET(path, empty)
	}
	return e
}

type echoValidator struct{ validate *validator.Validate }

func (v echoValidator) Validate(i any) error { return v.validate.Struct(i) }

func echoShow(c *echo.Context) error {
	id, err := strconv.Atoi(c.Param("id"))
	if err != nil {
		return echo.NewHTTPError(http.StatusBadRequest, err.Error())
	}
	return c.JSON(http.StatusOK, find(id))
}

func echoCreate(c *echo.Context) error {
	var n newUser
	if err := c.Bind(&n); err != nil {
		return err
	}
	if err := c.Validate(&n); err != nil {
		return echo.NewHTTPError(http.StatusUnprocessableEntity, err.Error())
	}
	return c.JSON(http.StatusCreated, n.user())
}

func echoRequire(header string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c *echo.Context) error {
			if c.Request().Header.Get(header) == "" {
				return echo.NewHTTPError(http.StatusForbidden, "forbidden")
			}
			return next(c)
		}
	}
}
