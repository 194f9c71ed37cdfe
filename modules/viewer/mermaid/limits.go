package mermaid

// Bounds of a diagram.
const (
	maxSource = 16 << 10 // bytes
	maxNodes  = 150
	maxEdges  = 300
	maxTurns  = 3000 // of edges over several ranks, all together
	maxRows   = 300  // of a sequence
	maxLabel  = 300  // bytes of one text
	maxTitle  = 60   // bytes of the title of a subgraph
)
