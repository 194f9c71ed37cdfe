package routertest

// foreignTables are the tables that trees and routers are tested with for their
// precedence.
func foreignTables() []foreignTable {
	return []foreignTable{
		{"literals that begin alike", alikeRoutes, alikeCases},
		{"a parameter in every place", everywhereRoutes, everywhereCases},
		{"escapes in values", escapedRoutes, escapedCases},
		{"a slash too many or too few", slashesRoutes, slashesCases},
		{"routes that other trees refuse side by side", refusedBesideRoutes, refusedBesideCases},
		{"articles, pages and hubs", articlesRoutes, articlesCases},
		{"parameters inside of segments", insideRoutes, insideCases},
		{"back from a literal that leads nowhere", backFromLiteralRoutes, backFromLiteralCases},
		{"back from parameters", backFromParametersRoutes, backFromParametersCases},
		{"a catch-all of each depth", depthsRoutes, depthsCases},
		{"other methods at the same path", otherMethodsRoutes, otherMethodsCases},
		{"children without a root", rootlessRoutes, rootlessCases},
	}
}

const alikeRoutes = `
GET /hi
GET /contact
GET /co
GET /c
GET /a
GET /ab
GET /doc/
GET /doc/go_faq.html
GET /doc/go1.html
GET /α
GET /β`

const alikeCases = `
/a /a
/ 404
/hi /hi
/contact /contact
/co /co
/con 404
/cona 404
/no 404
/ab /ab
/α /α
/%CE%B2 /β
/doc 404 -- a slash makes another path: nothing is redirected
/doc/ /doc/
/HI 404 -- letters are compared as they are`

const everywhereRoutes = `
GET /
GET /cmd/:tool/
GET /cmd/:tool/:sub
GET /cmd/whoami
GET /cmd/whoami/root
GET /cmd/whoami/root/
GET /src/*filepath
GET /search/
GET /search/:query
GET /search/gin-gonic
GET /search/google
GET /user_:name
GET /user_:name/about
GET /files/:dir/*filepath
GET /doc/
GET /doc/go_faq.html
GET /doc/go1.html
GET /info/:user/public
GET /info/:user/project/:project
GET /info/:user/project/golang
GET /aa/*xx
GET /ab/*xx
GET /:cc
GET /c1/:dd/e
GET /c1/:dd/e1
GET /:cc/cc
GET /:cc/:dd/ee
GET /:cc/:dd/:ee/ff
GET /:cc/:dd/:ee/:ff/gg
GET /:cc/:dd/:ee/:ff/:gg/hh
GET /get/test/abc/
GET /get/:param/abc/
GET /something/:paramname/thirdthing
GET /something/secondthing/test
GET /get/abc
GET /get/:param
GET /get/abc/123abc
GET /get/abc/:param
GET /get/abc/123abc/xxx8
GET /get/abc/123abc/:param
GET /get/abc/123abc/xxx8/1234
GET /get/abc/123abc/xxx8/:param
GET /get/abc/123abc/xxx8/1234/ffas
GET /get/abc/123abc/xxx8/1234/:param
GET /get/abc/123abc/xxx8/1234/kkdd/12c
GET /get/abc/123abc/xxx8/1234/kkdd/:param
GET /get/abc/:param/test
GET /get/abc/123abd/:param
GET /get/abc/123abddd/:param
GET /get/abc/123/:param
GET /get/abc/123abg/:param
GET /get/abc/123abf/:param
GET /get/abc/123abfff/:param
GET /get/abc/escaped_colon/test\:param`

const everywhereCases = `
/ /
/cmd/test 404 -- a slash makes another path: nothing is redirected
/cmd/test/ /cmd/:tool/ test
/cmd/test/3 /cmd/:tool/:sub test 3
/cmd/who 404 -- a slash makes another path: nothing is redirected
/cmd/who/ /cmd/:tool/ who
/cmd/whoami /cmd/whoami
/cmd/whoami/ /cmd/:tool/ whoami -- a literal that leads nowhere gives way to the parameter: nothing is redirected
/cmd/whoami/r /cmd/:tool/:sub whoami r
/cmd/whoami/r/ 404
/cmd/whoami/root /cmd/whoami/root
/cmd/whoami/root/ /cmd/whoami/root/
/src/ /src/*filepath "" -- the value of a catch-all has no leading slash
/src/some/file.png /src/*filepath some/file.png
/search/ /search/
/search/someth!ng+in+ünìcodé /search/:query someth!ng+in+ünìcodé
/search/someth!ng+in+ünìcodé/ 404
/search/gin /search/:query gin
/search/gin-gonic /search/gin-gonic
/search/google /search/google
/user_gopher /user_:name gopher
/user_gopher/about /user_:name/about gopher
/user_/about 404 -- a parameter is never empty
/files/js/inc/framework.js /files/:dir/*filepath js inc/framework.js
/info/gordon/public /info/:user/public gordon
/info/gordon/project/go /info/:user/project/:project gordon go
/info/gordon/project/golang /info/:user/project/golang gordon
/aa/aa /aa/*xx aa
/ab/ab /ab/*xx ab
/a /:cc a
/all /:cc all
/d /:cc d
/ad /:cc ad
/dd /:cc dd
/dddaa /:cc dddaa
/aa /:cc aa
/aaa /:cc aaa
/aaa/cc /:cc/cc aaa
/ab /:cc ab
/abb /:cc abb
/abb/cc /:cc/cc abb
/allxxxx /:cc allxxxx
/alldd /:cc alldd
/all/cc /:cc/cc all
/a/cc /:cc/cc a
/c1/d/e /c1/:dd/e d
/c1/d/e1 /c1/:dd/e1 d
/c1/d/ee /:cc/:dd/ee c1 d
/cc/cc /:cc/cc cc
/ccc/cc /:cc/cc ccc
/deedwjfs/cc /:cc/cc deedwjfs
/acllcc/cc /:cc/cc acllcc
/get/test/abc/ /get/test/abc/
/get/te/abc/ /get/:param/abc/ te
/get/testaa/abc/ /get/:param/abc/ testaa
/get/xx/abc/ /get/:param/abc/ xx
/get/tt/abc/ /get/:param/abc/ tt
/get/a/abc/ /get/:param/abc/ a
/get/t/abc/ /get/:param/abc/ t
/get/aa/abc/ /get/:param/abc/ aa
/get/abas/abc/ /get/:param/abc/ abas
/something/secondthing/test /something/secondthing/test
/something/abcdad/thirdthing /something/:paramname/thirdthing abcdad
/something/secondthingaaaa/thirdthing /something/:paramname/thirdthing secondthingaaaa
/something/secondthing/thirdthing /something/:paramname/thirdthing secondthing
/something/se/thirdthing /something/:paramname/thirdthing se
/something/s/thirdthing /something/:paramname/thirdthing s
/c/d/ee /:cc/:dd/ee c d
/c/d/e/ff /:cc/:dd/:ee/ff c d e
/c/d/e/f/gg /:cc/:dd/:ee/:ff/gg c d e f
/c/d/e/f/g/hh /:cc/:dd/:ee/:ff/:gg/hh c d e f g
/cc/dd/ee/ff/gg/hh /:cc/:dd/:ee/:ff/:gg/hh cc dd ee ff gg
/get/abc /get/abc
/get/a /get/:param a
/get/abz /get/:param abz
/get/12a /get/:param 12a
/get/abcd /get/:param abcd
/get/abc/123abc /get/abc/123abc
/get/abc/12 /get/abc/:param 12
/get/abc/123ab /get/abc/:param 123ab
/get/abc/xyz /get/abc/:param xyz
/get/abc/123abcddxx /get/abc/:param 123abcddxx
/get/abc/123abc/xxx8 /get/abc/123abc/xxx8
/get/abc/123abc/x /get/abc/123abc/:param x
/get/abc/123abc/xxx /get/abc/123abc/:param xxx
/get/abc/123abc/abc /get/abc/123abc/:param abc
/get/abc/123abc/xxx8xxas /get/abc/123abc/:param xxx8xxas
/get/abc/123abc/xxx8/1234 /get/abc/123abc/xxx8/1234
/get/abc/123abc/xxx8/1 /get/abc/123abc/xxx8/:param 1
/get/abc/123abc/xxx8/123 /get/abc/123abc/xxx8/:param 123
/get/abc/123abc/xxx8/78k /get/abc/123abc/xxx8/:param 78k
/get/abc/123abc/xxx8/1234xxxd /get/abc/123abc/xxx8/:param 1234xxxd
/get/abc/123abc/xxx8/1234/ffas /get/abc/123abc/xxx8/1234/ffas
/get/abc/123abc/xxx8/1234/f /get/abc/123abc/xxx8/1234/:param f
/get/abc/123abc/xxx8/1234/ffa /get/abc/123abc/xxx8/1234/:param ffa
/get/abc/123abc/xxx8/1234/kka /get/abc/123abc/xxx8/1234/:param kka
/get/abc/123abc/xxx8/1234/ffas321 /get/abc/123abc/xxx8/1234/:param ffas321
/get/abc/123abc/xxx8/1234/kkdd/12c /get/abc/123abc/xxx8/1234/kkdd/12c
/get/abc/123abc/xxx8/1234/kkdd/1 /get/abc/123abc/xxx8/1234/kkdd/:param 1
/get/abc/123abc/xxx8/1234/kkdd/12 /get/abc/123abc/xxx8/1234/kkdd/:param 12
/get/abc/123abc/xxx8/1234/kkdd/12b /get/abc/123abc/xxx8/1234/kkdd/:param 12b
/get/abc/123abc/xxx8/1234/kkdd/34 /get/abc/123abc/xxx8/1234/kkdd/:param 34
/get/abc/123abc/xxx8/1234/kkdd/12c2e3 /get/abc/123abc/xxx8/1234/kkdd/:param 12c2e3
/get/abc/12/test /get/abc/:param/test 12
/get/abc/123abdd/test /get/abc/:param/test 123abdd
/get/abc/123abdddf/test /get/abc/:param/test 123abdddf
/get/abc/123ab/test /get/abc/:param/test 123ab
/get/abc/123abgg/test /get/abc/:param/test 123abgg
/get/abc/123abff/test /get/abc/:param/test 123abff
/get/abc/123abffff/test /get/abc/:param/test 123abffff
/get/abc/123abd/test /get/abc/123abd/:param test
/get/abc/123abddd/test /get/abc/123abddd/:param test
/get/abc/123/test22 /get/abc/123/:param test22
/get/abc/123abg/test /get/abc/123abg/:param test
/get/abc/123abf/testss /get/abc/123abf/:param testss
/get/abc/123abfff/te /get/abc/123abfff/:param te
/get/abc/escaped_colon/test:param /get/abc/escaped_colon/test\:param -- the backslash stands in the route only`

const escapedRoutes = `
GET /
GET /cmd/:tool/:sub
GET /cmd/:tool/
GET /src/*filepath
GET /search/:query
GET /files/:dir/*filepath
GET /info/:user/project/:project
GET /info/:user`

const escapedCases = `
/src/some/file+test.png /src/*filepath some/file+test.png -- a plus is a plus in a path
/src/some/file%2Ftest.png /src/*filepath some/file/test.png
/search/someth!ng+in+%C3%BCn%C3%ACcod%C3%A9 /search/:query someth!ng+in+ünìcodé -- a plus is a plus in a path
/info/slash%2Fgordon /info/:user slash/gordon
/info/slash%2Fgordon/project/Project%231 /info/:user/project/:project slash/gordon Project#1
/info/slash%25%25 /info/:user slash%%`

const slashesRoutes = `
GET /hi
GET /b/
GET /search/:query
GET /cmd/:tool/
GET /src/*filepath
GET /x
GET /x/y
GET /y/
GET /y/z
GET /0/:id
GET /0/:id/1
GET /1/:id/
GET /1/:id/2
GET /aa
GET /a/
GET /admin
GET /admin/:category
GET /admin/:category/:page
GET /doc
GET /doc/go_faq.html
GET /doc/go1.html
GET /no/a
GET /no/b
GET /api/:page/:name
GET /api/hello/:name/bar/
GET /api/bar/:name
GET /api/baz/foo
GET /api/baz/foo/bar
GET /blog/:p
GET /posts/:b/:c
GET /posts/b/:c/d/
GET /vendor/:x/*y`

const slashesCases = `
/hi/ 404 -- nothing is redirected, here and below
/b 404
/search/gopher/ 404
/cmd/vet 404
/src 404
/x/ 404
/y 404
/0/go/ 404
/1/go 404
/a 404
/admin/ 404
/admin/config/ 404
/admin/config/permissions/ 404
/doc/ 404
/admin/static/ 404
/admin/cfg/users/ 404
/api/hello/x/bar 404
/api/baz/foo/ 404
/api/baz/bax/ 404
/api/bar/huh/ 404
/api/baz/foo/bar/ 404
/api/world/abc/ 404
/blog/pp/ 404
/posts/b/c/d 404
/vendor/x 404
/ 404
/no 404
/no/ 404
/_ 404
/_/ 404
/api 404
/api/ 404
/api/hello/x/foo 404
/api/baz/foo/bad 404
/foo/p/p 404
/api/hello/x /api/:page/:name hello x
/api/baz/bax /api/:page/:name baz bax
/vendor/x/ /vendor/:x/*y x ""`

const refusedBesideRoutes = `
GET /cmd/:tool/:sub
GET /cmd/vet
GET /cmd/*path
GET /cmd/:badvar
GET /cmd/:tool/names
GET /foo/bar
GET /foo/:name
GET /src/*filepath
GET /src/:file
GET /src/static.json
GET /src/
GET /src/foo/bar
GET /src/AUTHORS
GET /src1/
GET /src1/*filepath
GET /user_:name
GET /user_x
GET /id:id
GET /id/:id
GET /:id
GET /*filepath
GET /escape/test\:d1
GET /escape/test\:d2
GET /escape/test:param
GET /con:tact
GET /conxxx
GET /conooo/xxx
GET /who/are/*you
GET /who/foo/hello
GET /who/are/foo
GET /who/are/foo/
GET /who/are/foo/bar
GET /:foo:bar`

const refusedBesideCases = `
/cmd/vet /cmd/vet
/cmd/go /cmd/:badvar go
/cmd/go/names /cmd/:tool/names go
/cmd/go/vet /cmd/:tool/:sub go vet
/cmd/go/vet/x /cmd/*path go/vet/x
/foo/bar /foo/bar
/foo/bars /foo/:name bars
/src/ /src/
/src/a /src/:file a
/src/AUTHORS /src/AUTHORS
/src/static.json /src/static.json
/src/foo/bar /src/foo/bar
/src/foo/baz /src/*filepath foo/baz
/src1/ /src1/
/src1/a /src1/*filepath a
/user_x /user_x
/user_y /user_:name y
/id7 /id:id 7
/id/7 /id/:id 7
/id /:id id
/escape/test:d1 /escape/test\:d1
/escape/test:d2 /escape/test\:d2
/escape/test:d3 /escape/test:param :d3
/escape/testd /escape/test:param d
/conxxx /conxxx
/contact /con:tact tact
/conooo/xxx /conooo/xxx
/conooo /con:tact ooo
/who/are/foo /who/are/foo
/who/are/foo/ /who/are/foo/
/who/are/foo/bar /who/are/foo/bar
/who/are/foo/baz /who/are/*you foo/baz
/who/are/you /who/are/*you you
/x:bar /:foo:bar x -- a colon right behind a parameter is a colon
/x/y/z /*filepath x/y/z
/ /*filepath ""`

const articlesRoutes = `
GET /
GET /favicon.ico
GET /pages/*rest
GET /article
GET /article/
GET /article/near
GET /article/:id
GET /article/@:user
GET /article/:id/:opts
GET /article/:iffd/edit
GET /article/slug/:month/-/:day/:year
GET /admin/user
GET /admin/user/
GET /admin/user/:id
GET /admin/apps/:id
GET /admin/apps/:id/*rest
GET /admin/*rest
GET /users/:userID/profile
GET /users/super/*rest
GET /users/*rest
GET /hubs/:hubID/view
GET /hubs/:hubID/view/*rest
GET /hubs/:hubID/users
GET /hubs/:hubID/*rest`

const articlesCases = `
/ /
/favicon.ico /favicon.ico
/pages 404
/pages/ /pages/*rest ""
/pages/yes /pages/*rest yes
/article /article
/article/ /article/
/article/near /article/near
/article/neard /article/:id neard
/article/123 /article/:id 123
/article/123/456 /article/:id/:opts 123 456
/article/@peter /article/@:user peter
/article/22//related 404 -- an empty segment never matches
/article/111/edit /article/:iffd/edit 111
/article/slug/sept/-/4/2015 /article/slug/:month/-/:day/:year sept 4 2015
/article/:id /article/:id :id
/admin/user /admin/user
/admin/user/ /admin/user/
/admin/user/1 /admin/user/:id 1
/admin/user//1 404 -- an empty segment never matches
/admin/hi /admin/*rest hi
/admin/lots/of/:fun /admin/*rest lots/of/:fun
/admin/apps/333 /admin/apps/:id 333
/admin/apps/333/woot /admin/apps/:id/*rest 333 woot
/hubs/123/view /hubs/:hubID/view 123
/hubs/123/view/index.html /hubs/:hubID/view/*rest 123 index.html
/hubs/123/users /hubs/:hubID/users 123
/hubs/123/webhooks /hubs/:hubID/*rest 123 webhooks
/users/123/profile /users/:userID/profile 123
/users/super/123/okay/yes /users/super/*rest 123/okay/yes
/users/super/profile /users/super/*rest profile -- the leftmost literal wins
/users/123/okay/yes /users/*rest 123/okay/yes`

const insideRoutes = `
GET /articlefun
GET /articles/:id
DELETE /articles/:slug
GET /articles/search
GET /articles/:id:delete
GET /articles/:iidd!sup
GET /articles/:id::op
GET /articles/:id/posts/:pid
GET /articles/:id/posts/:month/:day/:year/:slug
GET /articles/:id.json
GET /articles/:id/data.json
GET /articles/files/:file.:ext
PUT /articles/me
GET /users/:id
GET /users/:id/settings/:key
GET /users/:id/settings/*rest`

const insideCases = `
/articles/search /articles/search
/articlefun /articlefun
/articles/123 /articles/:id 123
DELETE /articles/123mm /articles/:slug 123mm
/articles/789:delete /articles/:id:delete 789
/articles/789!sup /articles/:iidd!sup 789
/articles/123:sync /articles/:id::op 123 sync
/articles/456/posts/1 /articles/:id/posts/:pid 456 1
/articles/456/posts/09/04/1984/juice /articles/:id/posts/:month/:day/:year/:slug 456 09 04 1984 juice
/articles/456.json /articles/:id.json 456
/articles/456/data.json /articles/:id/data.json 456
/articles/files/file.zip /articles/files/:file.:ext file zip
/articles/files/photos.tar.gz /articles/files/:file.:ext photos.tar gz -- the first parameter takes as much as it can
PUT /articles/me /articles/me
/articles/me /articles/:id me
PUT /articles/you 405 DELETE GET HEAD OPTIONS
/users/1 /users/:id 1
/users/ 404
/users/2/settings/password /users/:id/settings/:key 2 password
/users/2/settings/ /users/:id/settings/*rest 2 ""
/users/2/settings/a/b /users/:id/settings/*rest 2 a/b`
