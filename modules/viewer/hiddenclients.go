package viewer

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
)

// HiddenClients says which clients code samples are not shown for. In JSON it is
// true, for all of them, or a list of names, or an object of languages:
//
//	true
//	["fetch", "php", "shell/curl"]
//	{"node": true, "php": ["curl"]}
//
// The empty list hides none.
type HiddenClients struct {
	All bool
	// Clients are names of clients in any language (fetch), of languages (php), or
	// of one client in one language (shell/curl). Names that are not known hide
	// nothing.
	Clients []string
}

// HideAllClients hides every client.
func HideAllClients() *HiddenClients { return &HiddenClients{All: true} }

// HideClients hides some clients, and without names none.
func HideClients(names ...string) *HiddenClients { return &HiddenClients{Clients: names} }

// UnmarshalJSON reads any of the forms.
func (h *HiddenClients) UnmarshalJSON(data []byte) error {
	*h = HiddenClients{}
	switch data = bytes.TrimSpace(data); {
	case bytes.Equal(data, []byte("null")), bytes.Equal(data, []byte("false")):
		return nil
	case bytes.Equal(data, []byte("true")):
		h.All = true
		return nil
	case bytes.HasPrefix(data, []byte("[")):
		if json.Unmarshal(data, &h.Clients) == nil {
			return nil
		}
	case bytes.HasPrefix(data, []byte("{")):
		if h.languages(data) {
			return nil
		}
	}
	return &FieldError{"hiddenClients", "this is neither true nor a list of names nor an object of languages"}
}

// languages reads the object form: true hides a language, a list some of its
// clients, false nothing.
func (h *HiddenClients) languages(data []byte) bool {
	var all map[string]json.RawMessage
	if json.Unmarshal(data, &all) != nil {
		return false
	}
	for _, language := range slices.Sorted(maps.Keys(all)) {
		var whole bool
		var some []string
		switch {
		case json.Unmarshal(all[language], &whole) == nil:
			if whole {
				h.Clients = append(h.Clients, language)
			}
		case json.Unmarshal(all[language], &some) == nil:
			for _, client := range some {
				h.Clients = append(h.Clients, qualified(language, client))
			}
		default:
			return false
		}
	}
	return true
}

func qualified(language, client string) string {
	if len(client) > len(language) && client[:len(language)+1] == language+"/" {
		return client
	}
	return language + "/" + client
}

// MarshalJSON writes true or the list.
func (h HiddenClients) MarshalJSON() ([]byte, error) {
	if h.All {
		return []byte("true"), nil
	}
	return json.Marshal(append([]string{}, h.Clients...))
}

// names returns what core.Settings holds. Without a value one client is hidden.
func (h *HiddenClients) names() []string {
	switch {
	case h == nil:
		return []string{"node/unirest"}
	case h.All:
		return []string{"*"}
	}
	return h.Clients
}

// name is "language/client", or "language", or "" for none.
func (c HTTPClient) name() string {
	if c.ClientKey == "" {
		return c.TargetKey
	}
	return c.TargetKey + "/" + c.ClientKey
}
