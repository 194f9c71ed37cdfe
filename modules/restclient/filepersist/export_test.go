package filepersist

// For the fuzz tests.
var (
	DecodeStore = decodeStore
	DecodeQueue = decodeQueue
)
