package format

import "maps"

// Names are those of all formats that are known.
var Names = maps.Keys(formats)
