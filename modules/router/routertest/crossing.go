package routertest

import (
	"strconv"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router"
)

// testCrossing asks for paths that fit two routes of which none is more specific:
// the leftmost literal wins.
func testCrossing(t *testing.T, e router.Engine) {
	h := build(t, e, []string{
		"GET /a/:x/c", "GET /a/b/:y", "GET /:x/b/d", "GET /:x/:y/*rest", "GET /:x/b/e/*rest", "GET /a/*rest",
		"HEAD /h/:x", "GET /:y/i", "GET /:p/:q/:r", "GET /wide/*rest", "GET /:any/deep/:x",
	})
	for _, c := range []conformance{
		found("GET", "/a/b/c", "GET /a/b/:y", "c"), found("GET", "/a/x/c", "GET /a/:x/c", "x"), found("GET", "/a/b/d", "GET /a/b/:y", "d"),
		found("GET", "/x/b/d", "GET /:x/b/d", "x"), found("GET", "/a/x/d", "GET /a/*rest", "x/d"), found("GET", "/a/b/e/f", "GET /a/*rest", "b/e/f"),
		found("GET", "/x/b/e/f", "GET /:x/b/e/*rest", "x", "f"), found("GET", "/x/y/z/1", "GET /:x/:y/*rest", "x", "y", "z/1"),
		found("GET", "/x/y/z", "GET /:p/:q/:r", "x", "y", "z"), found("GET", "/wide/deep/7", "GET /wide/*rest", "deep/7"),
		found("GET", "/x/deep/7", "GET /:any/deep/:x", "x", "7"), found("HEAD", "/h/i", "HEAD /h/:x", "i"), found("GET", "/h/i", "GET /:y/i", "h"),
		found("HEAD", "/x/i", "GET /:y/i", "x"), found("GET", "/a/b%2Fc/c", "GET /a/:x/c", "b/c"), missing("GET", "/x"),
		notAllowed("POST", "/a/b/c", "GET, HEAD, OPTIONS"),
	} {
		t.Run(c.name(), func(t *testing.T) { c.check(t, h) })
	}
}

func testMixed(t *testing.T, e router.Engine) {
	h := build(t, e, []string{
		"POST /v1/things/:id:undelete", "GET /v1/things/:id", `POST /v1/things\:import`, "GET /v1/things/:id::verb",
		"GET /reports/:id.json", "GET /reports/:file.:ext", "GET /reports/last.json", "GET /reports/:id", "GET /reports/*rest",
		"GET /@:user", "GET /user_:name/x", "GET /:first/x", "GET /é:x/ü", "DELETE /reports/:id.:ext/raw",
	})
	for _, c := range []conformance{
		found("POST", "/v1/things/7:undelete", "POST /v1/things/:id:undelete", "7"), found("POST", "/v1/things/7%3Aundelete", "POST /v1/things/:id:undelete", "7"),
		found("POST", "/v1/things/a:b:undelete", "POST /v1/things/:id:undelete", "a:b"), found("GET", "/v1/things/7", "GET /v1/things/:id", "7"),
		found("GET", "/v1/things/7:show", "GET /v1/things/:id::verb", "7", "show"), found("GET", "/v1/things/7:", "GET /v1/things/:id", "7:"),
		found("POST", "/v1/things:import", `POST /v1/things\:import`), missing("POST", "/v1/things:export"), missing("POST", "/v1/things:undelete"),
		notAllowed("POST", "/v1/things/7", "GET, HEAD, OPTIONS"), options("/v1/things/7:undelete", "GET, HEAD, OPTIONS, POST"),
		found("GET", "/reports/7.json", "GET /reports/:id.json", "7"), found("HEAD", "/reports/7.json", "GET /reports/:id.json", "7"),
		found("GET", "/reports/last.json", "GET /reports/last.json"), found("GET", "/reports/a.tar.gz", "GET /reports/:file.:ext", "a.tar", "gz"),
		found("GET", "/reports/.json", "GET /reports/:id", ".json"), found("GET", "/reports/7", "GET /reports/:id", "7"),
		found("GET", "/reports/7.json/x", "GET /reports/*rest", "7.json/x"), found("GET", "/reports/a%2Fb.json", "GET /reports/:id.json", "a/b"),
		found("DELETE", "/reports/7.json/raw", "DELETE /reports/:id.:ext/raw", "7", "json"), notAllowed("DELETE", "/reports/7/raw", "GET, HEAD, OPTIONS"),
		found("GET", "/@ida", "GET /@:user", "ida"), found("GET", "/%40ida", "GET /@:user", "ida"), missing("GET", "/@"), missing("GET", "/ida"),
		found("GET", "/user_ida/x", "GET /user_:name/x", "ida"), found("GET", "/user_/x", "GET /:first/x", "user_"), found("GET", "/user/x", "GET /:first/x", "user"),
		found("GET", "/%C3%A91/%C3%BC", "GET /é:x/ü", "1"), missing("GET", "/e1/ü"),
		malformed("GET", "/reports/%FF.json", "id"), malformed("GET", "/reports/a.%00", "ext"),
	} {
		t.Run(c.name(), func(t *testing.T) { c.check(t, h) })
	}
}

// testRealTable asks for every route of a table as large services have them.
func testRealTable(t *testing.T, e router.Engine) {
	keys := realTable()
	h := build(t, e, keys)
	for _, key := range keys {
		r := route.MustParse(key)
		values := make([]string, len(r.Params()))
		for i := range values {
			values[i] = "v" + strconv.Itoa(i)
		}
		found(r.Method, target(r, values), key, values...).check(t, h)
	}
}

// realTable are routes of version 3 of GitHub's API as its reference lists them.
func realTable() []string {
	var keys []string
	for line := range strings.Lines(realRoutes) {
		methods, path, found := strings.Cut(strings.TrimSpace(line), " ")
		for method := range strings.SplitSeq(methods, ",") {
			if found {
				keys = append(keys, method+" "+path)
			}
		}
	}
	return keys
}

const realRoutes = `
GET /authorizations
GET,PATCH,DELETE /authorizations/:id
POST /authorizations
PUT /authorizations/clients/:client_id
GET,DELETE /applications/:client_id/tokens/:access_token
DELETE /applications/:client_id/tokens
GET /events
GET /repos/:owner/:repo/events
GET /networks/:owner/:repo/events
GET /orgs/:org/events
GET /users/:user/received_events
GET /users/:user/received_events/public
GET /users/:user/events
GET /users/:user/events/public
GET /users/:user/events/orgs/:org
GET /feeds
GET,PUT /notifications
GET,PUT /repos/:owner/:repo/notifications
GET,PATCH /notifications/threads/:id
GET,PUT,DELETE /notifications/threads/:id/subscription
GET /repos/:owner/:repo/stargazers
GET /users/:user/starred
GET /user/starred
GET,PUT,DELETE /user/starred/:owner/:repo
GET /repos/:owner/:repo/subscribers
GET /users/:user/subscriptions
GET /user/subscriptions
GET,PUT,DELETE /repos/:owner/:repo/subscription
GET,PUT,DELETE /user/subscriptions/:owner/:repo
GET /users/:user/gists
GET,POST /gists
GET /gists/public
GET /gists/starred
GET,PATCH,DELETE /gists/:id
PUT,DELETE,GET /gists/:id/star
POST,GET /gists/:id/forks
GET,POST /gists/:id/comments
GET,PATCH,DELETE /gists/:id/comments/:comment
GET /repos/:owner/:repo/git/blobs/:sha
POST /repos/:owner/:repo/git/blobs
GET /repos/:owner/:repo/git/commits/:sha
POST /repos/:owner/:repo/git/commits
GET,PATCH,DELETE /repos/:owner/:repo/git/refs/*ref
GET,POST /repos/:owner/:repo/git/refs
GET /repos/:owner/:repo/git/tags/:sha
POST /repos/:owner/:repo/git/tags
GET /repos/:owner/:repo/git/trees/:sha
POST /repos/:owner/:repo/git/trees
GET /issues
GET /user/issues
GET /orgs/:org/issues
GET,POST /repos/:owner/:repo/issues
GET,PATCH /repos/:owner/:repo/issues/:number
GET /repos/:owner/:repo/assignees
GET /repos/:owner/:repo/assignees/:assignee
GET,POST /repos/:owner/:repo/issues/:number/comments
GET /repos/:owner/:repo/issues/comments
GET,PATCH,DELETE /repos/:owner/:repo/issues/comments/:id
GET /repos/:owner/:repo/issues/:number/events
GET /repos/:owner/:repo/issues/events
GET /repos/:owner/:repo/issues/events/:id
GET,POST /repos/:owner/:repo/labels
GET,PATCH,DELETE /repos/:owner/:repo/labels/:name
GET,POST,PUT,DELETE /repos/:owner/:repo/issues/:number/labels
DELETE /repos/:owner/:repo/issues/:number/labels/:name
GET /repos/:owner/:repo/milestones/:number/labels
GET,POST /repos/:owner/:repo/milestones
GET,PATCH,DELETE /repos/:owner/:repo/milestones/:number
GET /emojis
GET /gitignore/templates
GET /gitignore/templates/:name
POST /markdown
POST /markdown/raw
GET /meta
GET /rate_limit
GET /users/:user/orgs
GET /user/orgs
GET,PATCH /orgs/:org
GET /orgs/:org/members
GET,DELETE /orgs/:org/members/:user
GET /orgs/:org/public_members
GET,PUT,DELETE /orgs/:org/public_members/:user
GET,POST /orgs/:org/teams
GET,PATCH,DELETE /teams/:id
GET /teams/:id/members
GET,PUT,DELETE /teams/:id/members/:user
GET /teams/:id/repos
GET,PUT,DELETE /teams/:id/repos/:owner/:repo
GET /user/teams
GET,POST /repos/:owner/:repo/pulls
GET,PATCH /repos/:owner/:repo/pulls/:number
GET /repos/:owner/:repo/pulls/:number/commits
GET /repos/:owner/:repo/pulls/:number/files
GET,PUT /repos/:owner/:repo/pulls/:number/merge
GET,PUT /repos/:owner/:repo/pulls/:number/comments
GET /repos/:owner/:repo/pulls/comments
GET,PATCH,DELETE /repos/:owner/:repo/pulls/comments/:number
GET,POST /user/repos
GET /users/:user/repos
GET,POST /orgs/:org/repos
GET /repositories
GET,PATCH,DELETE /repos/:owner/:repo
GET /repos/:owner/:repo/contributors
GET /repos/:owner/:repo/languages
GET /repos/:owner/:repo/teams
GET /repos/:owner/:repo/tags
GET /repos/:owner/:repo/branches
GET /repos/:owner/:repo/branches/:branch
GET /repos/:owner/:repo/collaborators
GET,PUT,DELETE /repos/:owner/:repo/collaborators/:user
GET /repos/:owner/:repo/comments
GET,POST /repos/:owner/:repo/commits/:sha/comments
GET,PATCH,DELETE /repos/:owner/:repo/comments/:id
GET /repos/:owner/:repo/commits
GET /repos/:owner/:repo/commits/:sha
GET /repos/:owner/:repo/readme
GET,PUT,DELETE /repos/:owner/:repo/contents/*path
GET /repos/:owner/:repo/:archive_format/:ref
GET,POST /repos/:owner/:repo/keys
GET,PATCH,DELETE /repos/:owner/:repo/keys/:id
GET /repos/:owner/:repo/downloads
GET,DELETE /repos/:owner/:repo/downloads/:id
GET,POST /repos/:owner/:repo/forks
GET,POST /repos/:owner/:repo/hooks
GET,PATCH,DELETE /repos/:owner/:repo/hooks/:id
POST /repos/:owner/:repo/hooks/:id/tests
POST /repos/:owner/:repo/merges
GET,POST /repos/:owner/:repo/releases
GET,PATCH,DELETE /repos/:owner/:repo/releases/:id
GET /repos/:owner/:repo/releases/:id/assets
GET /repos/:owner/:repo/stats/contributors
GET /repos/:owner/:repo/stats/commit_activity
GET /repos/:owner/:repo/stats/code_frequency
GET /repos/:owner/:repo/stats/participation
GET /repos/:owner/:repo/stats/punch_card
GET,POST /repos/:owner/:repo/statuses/:ref
GET /search/repositories
GET /search/code
GET /search/issues
GET /search/users
GET /legacy/issues/search/:owner/:repository/:state/:keyword
GET /legacy/repos/search/:keyword
GET /legacy/user/search/:keyword
GET /legacy/user/email/:email
GET /users/:user
GET,PATCH /user
GET /users
GET,POST,DELETE /user/emails
GET /users/:user/followers
GET /user/followers
GET /users/:user/following
GET /user/following
GET,PUT,DELETE /user/following/:user
GET /users/:user/following/:target_user
GET /users/:user/keys
GET,POST /user/keys
GET,PATCH,DELETE /user/keys/:id
`
