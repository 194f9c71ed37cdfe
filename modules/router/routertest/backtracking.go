package routertest

// Tables in which a literal or a parameter matches and leads nowhere.

const backFromLiteralRoutes = `
GET /a/:b/c
GET /a/c/d
GET /a/c/df
GET /:e/c/f
GET /*rest`

const backFromLiteralCases = `
/a/c/df /a/c/df
/a/x/c /a/:b/c x
/a/c/f /:e/c/f a
/b/c/f /:e/c/f b
/b/c/c /*rest b/c/c
/a/c/cf /*rest a/c/cf
/anyMatch /*rest anyMatch
/anyMatch/withSlash /*rest anyMatch/withSlash`

const backFromParametersRoutes = `
GET /*rest
GET /:one/second
GET /:one/:two
GET /:one/:two/third
GET /:one/:two/:three/fourth
GET /:one/:two/:three/:four/fifth`

const backFromParametersCases = `
/first /*rest first
/first/second /:one/second first
/first/second-new /:one/:two first second-new
/first/second/ /*rest first/second/
/first/second/third/fourth/fifth/nope /*rest first/second/third/fourth/fifth/nope`

const depthsRoutes = `
GET /users
GET /users/new
GET /users/:id
GET /users/dew
GET /users/:id/files
GET /users/newsee
GET /users/*rest
GET /users/new/*rest
GET /img/*rest
GET /img/load
GET /img/load/*rest
GET /*rest
POST /api/auth/login
POST /api/auth/forgotPassword
POST,GET /api/*rest`

const depthsCases = `
/users /users
/users/new /users/new
/users/1 /users/:id 1
/users/dew /users/dew
/users/1/files /users/:id/files 1
/users/news /users/:id news
/users/newsee /users/newsee
/users/joe/books /users/*rest joe/books
/users/new/someone /users/new/*rest someone
/users/new/files /users/new/*rest files -- the leftmost literal wins
/users/dew/someone /users/*rest dew/someone
/users/ /users/*rest ""
/nousers /*rest nousers
/nousers/new /*rest nousers/new
/img/load /img/load
/img/load/ /img/load/*rest ""
/img/load/ben /img/load/*rest ben
/img /*rest img
POST /api/auth/login /api/auth/login
POST /api/auth/logout /api/*rest auth/logout
/api/auth/login /api/*rest auth/login
OPTIONS /api/auth/login 204 GET HEAD OPTIONS POST
POST /users/1 405 GET HEAD OPTIONS`

const otherMethodsRoutes = `
POST /users/signup
POST /users/signup/bulk
POST /users/survey
GET /users/:username
GET /interests/:name/users
GET /users/:username/likes/projects/ids
GET /users/:username/profile
GET /users/:username/uploads/:type
POST /users/:id2/file/:file2
GET /users/:id/file/:file`

const otherMethodsCases = `
/users/ajitem /users/:username ajitem
/users/sharewithme /users/:username sharewithme
/users/signup /users/:username signup
/users/sharewithme/likes/projects/ids /users/:username/likes/projects/ids sharewithme
/users/signup/profile /users/:username/profile signup
/users/ajitem/uploads/self /users/:username/uploads/:type ajitem self
/users/tree/free 404
/users/123/file/payroll.csv /users/:id/file/:file 123 payroll.csv
POST /users/123/file/payroll.csv /users/:id2/file/:file2 123 payroll.csv
PUT /users/signup 405 GET HEAD OPTIONS POST
POST /users/else 405 GET HEAD OPTIONS`

const rootlessRoutes = `
GET /users/create
GET /users/:id/edit
GET /users/:id/active
GET /a/:id/b
GET /a2:id/b
GET /a3/:id
GET /:lang/
GET /:lang/dupa`

const rootlessCases = `
/users/alice/edit /users/:id/edit alice
/users/bob/active /users/:id/active bob
/users/create /users/create
/users/create/edit /users/:id/edit create
/users/createNotFound 404
/a//b 404 -- an empty segment never matches
/a2/b 404 -- a parameter is never empty
/a3/ /:lang/ a3
/de/ /:lang/ de
/de/dupa /:lang/dupa de`
