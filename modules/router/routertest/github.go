package routertest

import (
	"strconv"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router"
)

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
