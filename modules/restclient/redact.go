package restclient

import "github.com/trefoil-go/trefoil/modules/restclient/internal/redact"

func redactURL(raw string) string { return redact.URL(raw) }

func causeText(err error) string { return redact.Cause(err) }
