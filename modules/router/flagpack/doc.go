// Package flagpack has flags that are ready to use: each brings its declaration,
// its hooks and its place in the description of the API.
//
//	user := router.NewKey[User]("user")
//	r.Install(
//		flagpack.Bearer("AUTH", user, login), // func(*router.Context, string) (User, error)
//		flagpack.Limit("LIMIT", flagpack.LimitOptions{Rate: 10}),
//		flagpack.Cache("CACHE", flagpack.CacheOptions{MaxAge: time.Minute}))
//	r.Register(router.Controllers{"GET LIMIT AUTH CACHE /me": router.F0(me)})
//
// The packs:
//
//   - Who it is: Basic, Bearer and APIKey, with Optional, Realm and ErrDenied.
//   - What may be kept and overwritten: Cache, ServerCache, and Match, with EntityTag.
//   - How it is sent: CORS, Compress.
//   - How often, and in which transaction: Limit, Idempotent, Tx.
//
// The names of the flags are those of the application, and a pack may be there
// twice under two names. Flags take effect in the order in which a route names
// them: "LIMIT AUTH" also counts requests that are not let in, "AUTH LIMIT" can
// count by user.
//
// The functions panic when they are called with something that cannot work, such
// as a nil function: that is a mistake of the program, and shows at start.
package flagpack
