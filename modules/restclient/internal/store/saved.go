package store

import "github.com/go-json-experiment/json/jsontext"

// savedState says of a row or a list how far it could be trusted.
type savedState struct {
	Seq     uint64 `json:"seq"`            // of the commit that changed it last
	Fresh   int64  `json:"fresh,omitzero"` // for how many milliseconds more
	Keep    int64  `json:"keep,omitzero"`  // for how many seconds more
	Invalid bool   `json:"invalid,omitzero"`
}

type savedRow struct {
	Key   string         `json:"key,omitzero"`  // of a value
	List  *ListKey       `json:"list,omitzero"` // the arguments of a response
	Value jsontext.Value `json:"value,omitzero"`
	// Revision is 0 when nobody has asked for it.
	Revision uint64 `json:"revision,omitzero"`
	savedState

	p any // points to the value
}

type savedList struct {
	Key   ListKey `json:"key"`
	Rows  []int   `json:"rows"`
	Loose []int   `json:"loose,omitzero"` // positions in Rows
	savedState
}

// savedImage is the JSON of an Image.
type savedImage struct {
	Seq uint64 `json:"seq"`
	// Revisions is how many the store has given, to what is not saved, too.
	Revisions uint64      `json:"revisions,omitzero"`
	Rows      []savedRow  `json:"rows"`
	Lists     []savedList `json:"lists,omitzero"`
}
