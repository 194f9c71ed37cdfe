package travelclient

import _ "embed" // the declarations

//go:generate sh -c "go run .. -store :memory: doc | go run ../../trefoil gen -package travelclient -o travelclient.go -"

//go:embed travelclient.go
var source string

// Source is the text of the declarations, as it was compiled, for the tour to show.
func Source() string { return source }
