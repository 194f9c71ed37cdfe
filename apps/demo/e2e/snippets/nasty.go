package snippets

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// request is what one of the samples has to send.
type request struct {
	method, target string
	headers        map[string]string
	body           string
	parts          []part // of a form
}

type part struct {
	name, file, contentType, content string
	headers                          map[string]string // further ones
}

// fileContent is what every file holds that samples send: all bytes that some
// language might change.
const fileContent = "\x89PNG\r\n\x1a\n\x00 'quote' \xff\xfe"

// nasty are the requests of testdata/nasty.yaml, written by hand.
var nasty = map[string]request{
	"query": {
		method: "GET",
		target: "/query?text=it%27s%20%22q%22%20%24HOME%20%60id%60%20%5C%20%26%20%3D%20%2B%20%23%20%25%20%C3%A9%20%E6%BC%A2%20%F0%9F%98%80" +
			"&ids=1&ids=12345678901234567890&spaced=a%20b%20c&piped=a%7Cb&deep%5Ba%5D=1&deep%5Bb%20c%5D=x%26y&raw=a/b:c,d%20e&json=%7B%22n%22%3A1.50%7D",
	},
	"paths": {method: "GET", target: "/paths/a%20b,c%2Fd/.3.4/;matrix=3,4/;R=1;G=%C3%BC"},
	"json": {
		method: "POST", target: "/json", headers: map[string]string{"Content-Type": "application/json"},
		body: `{
  "quotes": "it's \"q\" ` + "`id`" + ` $HOME ${x} #{y} %s %d \\ \\n </script> \t ' \\' '''",
  "unicode": "é 漢 😀 ` + "\u2028" + ` ??= ‘’",
  "number": 12345678901234567890.10,
  "small": 1.50e-7,
  "nothing": null,
  "list": [
    true,
    false,
    []
  ]
}`,
	},
	"form": {
		method: "POST", target: "/form", headers: map[string]string{"Content-Type": "application/x-www-form-urlencoded"},
		body: "tags=a+b&tags=c%26d&text=it%27s+%24x+%2B+~%C3%A9*&odd+name=1.0&object=%7B%22a%22%3A1%7D",
	},
	"fields": {
		method: "POST", target: "/fields",
		headers: map[string]string{"Content-Type": "application/x-www-form-urlencoded", "Authorization": "Basic VVNFUk5BTUU6UEFTU1dPUkQ="},
		body:    "address%5Bcity%5D=K%C3%B6ln+%26+%27x%27+%22q%22+%24y&address%5Bzip%5D=50667&10=a%2Bb%3D%5C+%23%7Bz%7D+%24%7Bz%7D%0A&2=&note=%25s+%2541+%60id%60",
	},
	"values": {
		method: "POST", target: "/values", headers: map[string]string{"Content-Type": "application/json"},
		body: "{\n  \"text\": \"it's \\\"q\\\" `id` ${x} \\\\ \\n \u2028 </script>\",\n  \"number\": -1.5,\n  \"whole\": 9007199254740991,\n  \"\": [\n    true,\n    null,\n    {},\n    []\n  ]\n}",
	},
	"bearer": {method: "POST", target: "/bearer", headers: map[string]string{"Authorization": "Bearer YOUR_SECRET_TOKEN"}},
	"repeated": {
		method: "POST", target: "/repeated", headers: map[string]string{"Content-Type": "application/x-www-form-urlencoded"},
		body: "ids=1&ids=2&note=it%27s",
	},
	"multipart": {
		method: "POST", target: "/multipart",
		parts: []part{
			{name: "title", content: `it's "q" @$x \ é`},
			{name: "tags", content: "one"},
			{name: "tags", content: "@two"},
			{name: "data", contentType: "application/json", content: `{"a":"\"q\" \\ ; x","n":12345678901234567890}`},
			{name: "photo", file: "photo.png", contentType: "image/png", content: fileContent},
		},
	},
	"headed": {
		method: "POST", target: "/headed",
		parts: []part{
			{name: "title", content: `it's "q" @$x \ é`, headers: map[string]string{"X-Part": `it's "q" $x \`, "X-Other": "two"}},
			{name: "data", contentType: "application/json", content: `{"a":"\"q\" \\ ; x"}`, headers: map[string]string{"X-Data": "3"}},
			{name: "plain", content: "one"},
		},
	},
	"headed-file": {
		method: "POST", target: "/headed-file",
		parts: []part{
			{name: "title", content: "one"},
			{name: "photo", file: "photo.png", contentType: "image/png", content: fileContent, headers: map[string]string{"X-Part": "two"}},
		},
	},
	"text": {
		method: "PUT", target: "/text", headers: map[string]string{"Content-Type": "text/plain"},
		body: "first `line` $x\n  second \"\"\" '''  \n\nlast |} \"# \"## \\ \\# ${y} '@ é 漢 😀 #{z} %",
	},
	"xml": {
		method: "POST", target: "/xml", headers: map[string]string{"Content-Type": "application/xml"},
		body: "<?xml version=\"1.0\"?>\n<pet name='a \"b\"'>\n\t<id>12345678901234567890</id> &amp; ]]&gt;\n</pet>",
	},
	"cookies": {method: "GET", target: "/cookies", headers: map[string]string{"Cookie": "theme=a%20b%3Bc; session=YOUR_TOKEN"}},
	"headers": {
		method: "DELETE", target: "/headers",
		headers: map[string]string{"X-Text": "it's \"q\" $HOME `id` \\ %s #{x} ${y}", "X-List": "a,b", "X-Object": "a=1,b=2", "X-Key": "YOUR_TOKEN"},
	},
	"binary": {method: "PUT", target: "/binary", headers: map[string]string{"Content-Type": "application/octet-stream"}, body: fileContent},
	"basic": {
		method: "PATCH", target: "/basic?key=YOUR_TOKEN", body: `"just text"`,
		headers: map[string]string{"Content-Type": "application/merge-patch+json", "Authorization": "Basic VVNFUk5BTUU6UEFTU1dPUkQ="},
	},
	"empty": {method: "POST", target: "/empty"},
	"typed": {
		method: "PUT",
		target: "/typed/12345678901/lines/a%2Fb%20%C3%BC%3A%22c%22?after=%C3%A9%26%3D%25%2B%23&dry=true&limit=10&state=open&state=it%27s",
		headers: map[string]string{
			"Content-Type": "application/json", "X-Trace": "7", "Authorization": "Basic VVNFUk5BTUU6UEFTU1dPUkQ=",
		},
		body: `{
  "id": 0,
  "buyer": {
    "name": "it's \"q\" ` + "`id`" + ` \\ é 漢 😀 ` + "\u2028" + ` </script>",
    "e-mail": ""
  },
  "paid": false,
  "note": null,
  "placed": "2026-11-21T23:18:59.25Z",
  "total": 1.5,
  "seal": "iVBORw0=",
  "lines": [
    {
      "sku": "a",
      "count": 3
    },
    {
      "sku": "b"
    }
  ],
  "more": {
    "tax": 0.19
  },
  "state": "open",
  "before": {
    "id": 1,
    "buyer": {
      "name": "x",
      "e-mail": ""
    },
    "paid": false,
    "note": null
  },
  "any": {
    "list": [
      1.50,
      null,
      "x"
    ]
  }
}`,
	},
}

// values is a request whose JSON is written anew, numbers as they are.
func (r request) values() request {
	var v any
	d := json.NewDecoder(strings.NewReader(r.body))
	d.UseNumber()
	if r.headers["Content-Type"] == "application/json" && d.Decode(&v) == nil {
		text, _ := json.Marshal(v)
		r.body = string(text)
	}
	return r
}

// compact is a request whose JSON has no space between its tokens: there our
// client in Go may differ from the others.
func (r request) compact() request {
	var b bytes.Buffer
	if r.headers["Content-Type"] == "application/json" && json.Compact(&b, []byte(r.body)) == nil {
		r.body = b.String()
	}
	return r
}

// sorted is a request whose form has its fields in the order of their names, which Go gives
// them where no name occurs twice.
func (r request) sorted() request {
	if r.headers["Content-Type"] == "application/x-www-form-urlencoded" {
		fields := strings.Split(r.body, "&")
		slices.Sort(fields)
		r.body = strings.Join(fields, "&")
	}
	return r
}
