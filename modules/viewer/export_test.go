package viewer

// Settle waits until what follows a load in the background has been done: what a
// request costs is then its own.
func Settle(v *Viewer) { v.loader.Settle() }
