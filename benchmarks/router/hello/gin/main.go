// Command gin answers "hello" with gin alone.
package main

import (
	"log"
	"net/http"

	"github.com/gin-gonic/gin"
)

func main() {
	g := gin.New()
	g.GET("/hello", func(c *gin.Context) { c.String(http.StatusOK, "hello") })
	log.Fatal(g.Run("127.0.0.1:8080"))
}
