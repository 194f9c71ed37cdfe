package routertest

import "strings"

func spelling() []conformance {
	return []conformance{
		found("GET", "/users/a%2Fb", "GET /users/:id", "a/b"),
		found("GET", "/users/a%2fb/posts", "GET /users/:name/posts", "a/b"),
		found("GET", "/users/%2F", "GET /users/:id", "/"),
		found("GET", "/users/a%252Fb", "GET /users/:id", "a%2Fb"),
		found("GET", "/users/a+b", "GET /users/:id", "a+b"),
		found("GET", "/users/a%2Bb", "GET /users/:id", "a+b"),
		found("GET", "/users/a%20b", "GET /users/:id", "a b"),
		found("GET", "/users/%C3%BC", "GET /users/:id", "ü"),
		found("GET", "/users/ü", "GET /users/:id", "ü"),
		found("GET", "/users/%E2%82%AC%F0%9F%98%80", "GET /users/:id", "€😀"),
		found("GET", "/users/a;b=c,d", "GET /users/:id", "a;b=c,d"),
		found("GET", "/users/a:b@c", "GET /users/:id", "a:b@c"),
		found("GET", "/users/*", "GET /users/:id", "*"),
		found("GET", "/users/:id", "GET /users/:id", ":id"),
		found("GET", "/users/%7Bid%7D", "GET /users/:id", "{id}"),
		found("GET", "/users/...", "GET /users/:id", "..."),
		found("GET", "/users/.hidden", "GET /users/:id", ".hidden"),
		found("GET", "/users/1.json", "GET /users/:id", "1.json"),
		found("GET", "/u%73ers/%6De", "GET /users/me"),
		found("GET", "/semi;colon,comma/x", "GET /semi;colon,comma/x"),
		found("GET", "/semi%3Bcolon%2Ccomma/x", "GET /semi;colon,comma/x"),
		found("GET", "/dots.txt", "GET /dots.txt"), found("GET", "/v1.0/2.1", "GET /v1.0/:x", "2.1"),
		found("GET", "/tilde~-_$&+=@", "GET /tilde~-_$&+=@"),
		found("GET", "/Case", "GET /Case"), missing("GET", "/case"),
		malformed("GET", "/users/%00", "id"), malformed("GET", "/users/%FF", "id"),
		found("GET", "/stra%C3%9Fe/%C3%BCber", "GET /straße/über"), found("GET", "/straße/%c3%bcber", "GET /straße/über"),
		missing("GET", "/strasse/über"), missing("GET", "/straße/u%CC%88ber"), missing("GET", "/STRAßE/über"), missing("GET", "/stra%DFe/%FCber"),
		found("GET", "/tilde%7E%2D%5F%24%26%2B%3D%40", "GET /tilde~-_$&+=@"), missing("GET", "/tilde~-_$&%20=@"),
		missing("GET", "/USERS"), missing("GET", "/Users/7"), found("GET", "/users/ME", "GET /users/:id", "ME"),
		found("GET", "/prefix", "GET /prefix"), missing("GET", "/prefi"), missing("GET", "/prefix%00"), missing("GET", "/users%20"),
	}
}

// escapes are the characters that mean something elsewhere in a URL, or to
// somebody else: they are values here.
func escapes() []conformance {
	return []conformance{
		found("GET", "/users/%2F/posts", "GET /users/:name/posts", "/"), found("GET", "/users/%2f%2F", "GET /users/:id", "//"),
		found("GET", "/users/me%2Fposts", "GET /users/:id", "me/posts"), found("GET", "/users/%2Fme", "GET /users/:id", "/me"),
		found("GET", "/users/7/posts/%2F", "GET /users/:id/posts/:post", "7", "/"),
		found("GET", "/users/a%2F..%2Fb", "GET /users/:id", "a/../b"), found("GET", "/users/..%2F", "GET /users/:id", "../"),
		found("GET", "/users/a%3Fb%23c", "GET /users/:id", "a?b#c"), found("GET", "/users/a%5Cb", "GET /users/:id", `a\b`),
		found("GET", "/users/%25", "GET /users/:id", "%"), found("GET", "/users/100%25", "GET /users/:id", "100%"),
		found("GET", "/users/%252e%252e", "GET /users/:id", "%2e%2e"), found("GET", "/users/%25zz", "GET /users/:id", "%zz"),
		found("GET", "/users/%20", "GET /users/:id", " "), found("GET", "/users/+", "GET /users/:id", "+"),
		found("GET", "/users/a%0D%0Ab", "GET /users/:id", "a\r\nb"), found("GET", "/users/%22%3C%3E", "GET /users/:id", `"<>`),
		found("GET", "/users/me;v=1", "GET /users/:id", "me;v=1"), found("GET", "/users/me%3Bv=1", "GET /users/:id", "me;v=1"),
		found("GET", "/users/;", "GET /users/:id", ";"), missing("GET", "/users;v=1"),
		found("GET", "/users/%3Aid", "GET /users/:id", ":id"), found("GET", "/users/{id}", "GET /users/:id", "{id}"),
		found("GET", "/users/%2A", "GET /users/:id", "*"), found("GET", "/users/{$}", "GET /users/:id", "{$}"),
		found("GET", "/users/=", "GET /users/:id", "="), found("GET", "/users/u%CC%88", "GET /users/:id", "u\u0308"),
		malformed("GET", "/users/a%00b", "id"), malformed("GET", "/users/%C3", "id"), malformed("GET", "/users/%ED%A0%80", "id"),
		malformed("GET", "/users/%C0%AF", "id"), malformed("GET", "/users/7/posts/%ff", "post"), malformed("GET", "/p/%00/", "x"),
		found("GET", "/users/7?id=8&id=/me", "GET /users/:id", "7"), found("GET", "/users/7?", "GET /users/:id", "7"),
		found("GET", "/users?/../x//", "GET /users"), missing("GET", "/users%3Fid=7"),
		found("GET", "/users/"+strings.Repeat("a", 8000), "GET /users/:id", strings.Repeat("a", 8000)),
		found("GET", "/users/"+strings.Repeat("%2F", 2000), "GET /users/:id", strings.Repeat("/", 2000)),
		found("GET", "/users/"+strings.Repeat("ü", 500), "GET /users/:id", strings.Repeat("ü", 500)),
		missing("GET", "/"+strings.Repeat("a", 8000)), missing("GET", strings.Repeat("/a", 4000)),
	}
}

func dotsAndSlashes() []conformance {
	return []conformance{
		found("GET", "/slash", "GET /slash"), found("GET", "/slash/", "GET /slash/"),
		found("GET", "/only/", "GET /only/"), missing("GET", "/only"),
		missing("GET", "/users/"), missing("GET", "/users/7/"), missing("GET", "/users/me/"), missing("GET", "/Case/"),
		found("GET", "/p/1/", "GET /p/:x/", "1"), missing("GET", "/p/1"), missing("GET", "/p//"),
		missing("GET", "//"), missing("GET", "//users"), missing("GET", "/users//posts"), missing("GET", "/users/7//posts"),
		missing("GET", "/./users"), missing("GET", "/users/."), missing("GET", "/users/.."), missing("GET", "/x/../users"),
		missing("GET", "/users/%2E%2E"), missing("GET", "/%2e/users"), missing("GET", "/users/7/.."), missing("GET", "/..//users"),
		missing("GET", "/users/%2F/"), missing("GET", "/%2Fusers"),
		missing("GET", "/users/.%2e"), missing("GET", "/users/%2e."), missing("GET", "/users/%2E%2e/users"), missing("GET", "/users/./"),
		missing("GET", "/users/7/../me"), missing("GET", "/.."), missing("GET", "/."), missing("GET", "/%2e%2e/%2e%2e/users"),
		found("GET", "/users/.%2e.", "GET /users/:id", "..."), found("GET", "/users/..a", "GET /users/:id", "..a"),
		missing("GET", "///"), missing("GET", "/users//"), missing("GET", "/users///me"), missing("GET", "/slash//"), missing("GET", "/only//"),
		missing("HEAD", "/users//me"), missing("POST", "/users/"), missing("DELETE", "/users//me"), missing("GET", "/%2F"), missing("GET", "/slash%2F"),
	}
}

// targets are the forms of a request target beside the usual one (RFC 9112,
// section 3.2). The server answers "OPTIONS *" before the router sees it.
func targets() []conformance {
	return []conformance{
		found("GET", "http://other.example/users/7", "GET /users/:id", "7"), found("GET", "http://other.example:99/u%73ers", "GET /users"),
		notAllowed("PUT", "http://other.example/users", "GET, HEAD, OPTIONS, POST"), missing("GET", "http://other.example//users"),
		pathless("OPTIONS", "*"), pathless("GET", "*"), pathless("CONNECT", "other.example:443"), pathless("CONNECT", "users:443"),
	}
}
