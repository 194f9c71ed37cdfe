package viewer

// Settle waits until what follows a load in the background has been done: what a
// request costs is then its own.
func Settle(v *Viewer) { v.loader.Settle() }

// Caches are what the table of a viewer says of who may keep an answer, by address.
func Caches(v *Viewer) map[string]string {
	all := map[string]string{}
	for _, r := range v.table.All() {
		if r.Cache != "" && r.Handler != nil {
			all[r.Pattern] = r.Cache
		}
	}
	return all
}

// Patterns are the addresses in the table of a viewer.
func Patterns(v *Viewer) []string {
	var list []string
	for _, r := range v.table.All() {
		list = append(list, r.Pattern)
	}
	return list
}
