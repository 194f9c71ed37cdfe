package routertest

import (
	"strconv"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router"
)

// testMeasured asks for every route of the tables that routers are measured with.
func testMeasured(t *testing.T, e router.Engine) {
	for _, table := range []struct{ name, routes string }{
		{"GitHub", gitHubRoutes}, {"Google+", plusRoutes}, {"Parse", parseRoutes}, {"static files", staticRoutes()},
	} {
		t.Run(table.name, func(t *testing.T) { testOwnPaths(t, e, readRoutes(table.routes)) })
	}
}

// testOwnPaths asks for the path of each route, with values of its own.
func testOwnPaths(t *testing.T, e router.Engine, keys []string) {
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

// plusRoutes are routes of version 1 of Google+.
const plusRoutes = `
GET /people/:userId
GET /people
GET /activities/:activityId/people/:collection
GET /people/:userId/people/:collection
GET /people/:userId/openIdConnect
GET /people/:userId/activities/:collection
GET /activities/:activityId
GET /activities
GET /activities/:activityId/comments
GET /comments/:commentId
POST,GET /people/:userId/moments/:collection
DELETE /moments/:id
`

// parseRoutes are routes of version 1 of Parse.
const parseRoutes = `
POST,GET /1/classes/:className
GET,PUT,DELETE /1/classes/:className/:objectId
POST,GET /1/users
GET /1/login
GET,PUT,DELETE /1/users/:objectId
POST /1/requestPasswordReset
POST,GET /1/roles
GET,PUT,DELETE /1/roles/:objectId
POST /1/files/:fileName
POST /1/events/:eventName
POST /1/push
POST,GET /1/installations
GET,PUT,DELETE /1/installations/:objectId
POST /1/functions
`

// staticRoutes are the files of an early golang.org: each line is a folder and what
// is in it.
func staticRoutes() string {
	var routes strings.Builder
	routes.WriteString("GET /\n")
	for line := range strings.Lines(staticFiles) {
		if names := strings.Fields(line); len(names) > 0 {
			for _, name := range names[1:] {
				routes.WriteString("GET " + names[0] + name + "\n")
			}
		}
	}
	return routes.String()
}

const staticFiles = `
/ cmd.html code.html contrib.html contribute.html debugging_with_gdb.html docs.html effective_go.html files.log
/ gccgo_contribute.html gccgo_install.html go-logo-black.png go-logo-blue.png go-logo-white.png go1.1.html go1.2.html
/ go1.html go1compat.html go_faq.html go_mem.html go_spec.html help.html ie.css install-source.html install.html
/ logo-153x55.png Makefile root.html share.png sieve.gif tos.html articles codewalk devel gopher play progs
/articles/ go_command.html index.html wiki
/articles/wiki/ edit.html final-noclosure.go final-noerror.go final-parsetemplate.go final-template.go final.go get.go
/articles/wiki/ http-sample.go index.html Makefile notemplate.go part1-noerror.go part1.go part2.go
/articles/wiki/ part3-errorhandling.go part3.go test.bash test_edit.good test_Test.txt.good test_view.good view.html
/codewalk/ codewalk.css codewalk.js codewalk.xml functions.xml markov.go markov.xml pig.go popout.png run sharemem.xml
/codewalk/ urlpoll.go
/devel/ release.html weekly.html
/gopher/ appenginegopher.jpg appenginegophercolor.jpg appenginelogo.gif bumper.png bumper192x108.png bumper320x180.png
/gopher/ bumper480x270.png bumper640x360.png doc.png frontpage.png gopherbw.png gophercolor.png gophercolor16x16.png
/gopher/ help.png pkg.png project.png ref.png run.png talks.png pencil
/gopher/pencil/ gopherhat.jpg gopherhelmet.jpg gophermega.jpg gopherrunning.jpg gopherswim.jpg gopherswrench.jpg
/play/ fib.go hello.go life.go peano.go pi.go sieve.go solitaire.go tree.go
/progs/ cgo1.go cgo2.go cgo3.go cgo4.go defer.go defer.out defer2.go defer2.out eff_bytesize.go eff_bytesize.out
/progs/ eff_qr.go eff_sequence.go eff_sequence.out eff_unused1.go eff_unused2.go error.go error2.go error3.go error4.go
/progs/ go1.go gobs1.go gobs2.go image_draw.go image_package1.go image_package1.out image_package2.go image_package2.out
/progs/ image_package3.go image_package3.out image_package4.go image_package4.out image_package5.go image_package5.out
/progs/ image_package6.go image_package6.out interface.go interface2.go interface2.out json1.go json2.go json2.out
/progs/ json3.go json4.go json5.go run slices.go timeout1.go timeout2.go update.bash
`

// gitHubRoutes are routes of version 3 of GitHub's API as its reference lists them.
const gitHubRoutes = `
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
