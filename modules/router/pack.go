package router

// Pack is a flag with all that belongs to it: its declaration, hooks and guards.
// Package flagpack has some; an application writes one as a function:
//
//	func audited(log *slog.Logger) router.Pack {
//		return func(r *router.Router) {
//			r.Flag(router.Flag{Name: "AUDIT", Description: "Who did it is written down."})
//			r.AfterResponse("AUDIT", …)
//		}
//	}
type Pack func(r *Router)

// Install adds packs.
func (r *Router) Install(packs ...Pack) {
	r.open("Install")
	for _, install := range packs {
		if install == nil {
			r.mistake(calledFrom(1), "", "the pack is nil")
			continue
		}
		install(r)
	}
}
