package apichange

// compareSchemes compares how clients get what a security scheme asks for. Which schemes
// an operation takes is compared with the operation; a scheme that becomes another one
// is a change of each of them.
func compareSchemes(r *report, old, new node) {
	for _, name := range sortedKeys(old.object(), new.object()) {
		o, n := old.member(name).resolve(), new.member(name).resolve()
		if o.value == nil || n.value == nil || o.text("type") != n.text("type") {
			continue
		}
		what := "the security scheme " + quoted(name)
		compareLife(r, what, o, n) // OpenAPI 3.2, section 4.27
		if was, is := o.text("oauth2MetadataUrl"), n.text("oauth2MetadataUrl"); was != is {
			r.became(Breaking, RuleSecurityScheme, n.at, "the oauth2MetadataUrl of "+what, was, is)
		}
		compareFlows(r, what, o.member("flows"), n.member("flows"))
	}
}

// addresses are the members of an OAuth flow that clients call.
var addresses = []string{"authorizationUrl", "deviceAuthorizationUrl", "tokenUrl", "refreshUrl"}

func compareFlows(r *report, scheme string, old, new node) {
	for _, kind := range sortedKeys(old.object(), new.object()) {
		o, n := old.member(kind), new.member(kind)
		what := "the flow " + kind + " of " + scheme
		switch {
		case n.value == nil:
			r.gone(Breaking, RuleSecurityScheme, o.at, "%s is gone", what)
			continue
		case o.value == nil:
			r.compatible(RuleSecurityScheme, n.at, "%s is new", what)
			continue
		}
		for _, address := range addresses {
			if was, is := o.text(address), n.text(address); was != is {
				r.became(Breaking, RuleSecurityScheme, n.at, "the "+address+" of "+what, was, is)
			}
		}
		compareScopes(r, what, o.member("scopes"), n.member("scopes"))
	}
}

func compareScopes(r *report, flow string, old, new node) {
	for _, scope := range sortedKeys(old.object(), new.object()) {
		switch o, n := old.member(scope), new.member(scope); {
		case n.value == nil:
			r.gone(Breaking, RuleSecurityScheme, o.at, "the scope %q of %s is gone", scope, flow)
		case o.value == nil:
			r.compatible(RuleSecurityScheme, n.at, "the scope %q of %s is new", scope, flow)
		}
	}
}
