package frameworks

import (
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"
)

// Gin is gin without middleware. Its defaults answer 404 where the method is
// wrong, so that asking for 405 is a parameter.
func Gin(methodNotAllowed bool) http.Handler {
	gin.SetMode(gin.ReleaseMode)
	g := gin.New()
	g.HandleMethodNotAllowed = methodNotAllowed
	g.GET("/empty/:id", func(c *gin.Context) {
		_ = c.Param("id")
		c.Status(http.StatusNoContent)
	})
	g.GET("/users/:id", ginShow)
	g.GET("/users", func(c *gin.Context) { c.JSON(http.StatusOK, Many) })
	g.GET("/guarded/:id", ginRequire(TenantHeader), ginRequire(TokenHeader), ginShow)
	g.POST("/users", ginCreate)
	g.GET("/five/:a/:b/:c/:d/:e", func(c *gin.Context) {
		c.JSON(http.StatusOK, Five{c.Param("a"), c.Param("b"), c.Param("c"), c.Param("d"), c.Param("e")})
	})
	g.GET("/stream", func(c *gin.Context) {
		for _, u := range Many {
			c.SSEvent(EventName, u)
			c.Writer.Flush()
		}
	})
	for _, path := range fillerPaths() {
		g.GET(path, func(c *gin.Context) { c.Status(http.StatusNoContent) })
	}
	return g
}

func ginShow(c *gin.Context) {
	id, err := strconv.Atoi(c.Param("id"))
	if err != nil {
		c.AbortWithStatus(http.StatusBadRequest)
		return
	}
	c.JSON(http.StatusOK, find(id))
}

func ginCreate(c *gin.Context) {
	var n newUser
	if err := c.ShouldBindJSON(&n); err != nil {
		c.JSON(http.StatusUnprocessableEntity, gin.H{"error": err.Error()})
		return
	}
	c.JSON(http.StatusCreated, n.user())
}

func ginRequire(header string) gin.HandlerFunc {
	return func(c *gin.Context) {
		if c.GetHeader(header) == "" {
			c.AbortWithStatus(http.StatusForbidden)
			return
		}
		c.Next()
	}
}
