package router

// streamResult is a result that is sent in parts.
type streamResult interface{ stream(c *Context) error }
