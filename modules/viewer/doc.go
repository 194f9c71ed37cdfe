// Package viewer serves the reference of an API as pages: an http.Handler over a
// description in Swagger 2.0 or OpenAPI 3.x. There is a page for every operation,
// webhook, tag and model; all of it is written by the server and works without
// JavaScript.
//
// One line mounts a description that is at hand:
//
//	http.Handle("/reference/", viewer.ApiReference(viewer.Configuration{
//		Spec: viewer.Spec{Content: text},
//	}))
//
// New takes any source and renderer:
//
//	source, err := openapi.FromFile("api.yaml")
//	v, err := viewer.New(source, htmlrender.New(), viewer.WithLogger(logger))
//	defer v.Close()
//	http.Handle("/reference/", v)
//
// A viewer works below any path, with and without http.StripPrefix: all links
// are relative. It answers GET and HEAD, and POST where an option says so, under
// these addresses:
//
//	/                          overview
//	/operations/{slug}         one operation; webhooks, tags and models alike
//	/models/                   every model
//	/changes/                  what the versions have changed, see WithVersions; /changes/{slug}
//	                           is one of them
//	/changes.atom              the same as a feed
//	/schemas/{pointer}         a schema, by its JSON pointer
//	/search?q=                 results, as a page or, when asked for, as JSON
//	/openapi.json              the description as it was written, or /openapi.yaml
//	/openapi                   one of both, as the client wants
//	/assets/{file...}          scripts, sheets and fonts; /assets/api-reference.js is the
//	                           element that shows the reference in other pages
//	/dictionary                what pages have in common, so that the next one is sent without
//	                           it (RFC 9842)
//	/custom.css                Configuration.CustomCSS
//	/llms.txt, /{page}.md      the same pages in Markdown, see WithMarkdown
//	/search.md?q=              results in Markdown
//	/llms-full.txt             all pages in Markdown
//	/sitemap.xml, /robots.txt  what there is, for programs; /sitemap-{n}.xml for many pages
//	/_/health                  whether the description is there
//	/_/events                  what comes of it, for open pages
//	/_/resolve?hash=           where a link of another viewer leads
//	/_/oauth                   the end of a login
//	/_/request, /_/token       see WithRequestProxy and WithTokenExchange
//	/_/mock/{rest...}          see WithMock, every method
//	/_d/{description...}       see WithVisitorDescriptions
//
// The description is read in the background. Until it is there, pages answer 503
// and load themselves again; when it cannot be read, they say why: 502 when another
// load may go well (core.SpecError.Temporary), 500 otherwise.
package viewer
