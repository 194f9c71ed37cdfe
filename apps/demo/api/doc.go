// Package api is the HTTP side of the travel agency: its controllers and the
// hook that guards some of them.
//
//	r := router.New()
//	r.Register(api.Planets{Agency: agency}, api.Trips{Agency: agency}, api.Bookings{Agency: agency})
//	r.Install(api.Shared{Agency: agency, Begin: db.Begin, Blobs: blobs}.Install)
//	r.Flag(api.Auth())
//	r.Hook(api.Login("ida", "rocket"))
//	r.Install(api.AccessLog(slog.Default()))
package api
