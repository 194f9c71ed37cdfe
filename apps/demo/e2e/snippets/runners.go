package snippets

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// nodeModules is the environment variable that names a directory node_modules
// with axios, jquery, ofetch, request, undici and unirest. Without it samples of
// those are not run.
const nodeModules = "TREFOIL_NODE_MODULES"

// allSnippets is the environment variable that makes all samples run: "all".
// Without it one client of each language runs that starts at once.
const allSnippets = "TREFOIL_SNIPPETS"

// runner says how the samples of a client are run.
type runner struct {
	file    string // name of the program
	command string // for a shell, in the folder of the program
	// together runs programs in one process where the language can: a command of a
	// shell, in their folder, with their names as "$@". It names each before it runs.
	// A client without it runs each program by command.
	together string
	needs    string // a command of a shell that succeeds where samples can be run
	quick    bool   // it starts at once
	// without are the requests that the client cannot send, with the reason.
	without map[string]string
}

const partHeaders = "the library has no headers of parts"

const monoAddress = "Mono writes %27 of an address as ', which means the same"

var browserCannot = map[string]string{"cookies": "browsers set cookies themselves", "multipart": "the reader chooses the file", "headed-file": "the reader chooses the file", "binary": "the reader chooses the file"}

func module(name string) string { return `test -d "$` + nodeModules + `/` + name + `"` }

func script(name string) string {
	return `ln -sfn "$` + nodeModules + `" node_modules; node ` + name
}

const (
	php     = "php -d error_reporting=-1 -d display_errors=stderr main.php"
	guzzle  = `mkdir -p vendor && echo '<?php require "/usr/share/php/GuzzleHttp/autoload.php";' > vendor/autoload.php && ` + php
	mono    = "sed -i 's/using var/var/; s/static async Task Main()/static void Main() { Run().Wait(); } static async Task Run()/' main.cs && mcs -langversion:latest -nologo -r:System.Net.Http -out:main.exe main.cs && mono main.exe"
	clojure = "java -cp $(find -L /usr/share/java -maxdepth 1 -name '*.jar' | grep -E '/(clojure|clj-http|clj-tuple|potemkin|riddley|slingshot|httpcore|httpclient|httpmime|commons-(codec|io|logging)|cheshire|core.specs.alpha|spec.alpha|crouton|jsoup|tools.reader)(-[0-9].*)?.jar' | tr '\\n' ':') clojure.main main.clj"
)

// Programs that run one after the other in one process.
const (
	inPython = `python3 -c '
import runpy, sys, traceback
for name in sys.argv[1:]:
    print("==", name, flush=True)
    try:
        runpy.run_path(name, run_name="__main__")
    except BaseException:
        traceback.print_exc()
' "$@"`
	inNode = `node --input-type=module --eval '
for (const name of process.argv.slice(1)) {
	console.log("==", name);
	try { await import(process.cwd() + "/" + name); } catch (e) { console.error(e); }
}
' "$@"`
	inBash = `for name; do echo "== $name"; bash "$name"; done`
	inSh   = `for name; do echo "== $name"; sh "$name"; done`
)

var runners = map[string]runner{
	"shell/curl":         {file: "main.sh", together: inBash, needs: "command -v curl", quick: true},
	"shell/wget":         {file: "main.sh", together: inSh, needs: "command -v wget", quick: true},
	"shell/httpie":       {file: "main.sh", command: "bash main.sh", needs: "command -v http && http --version"},
	"python/python3":     {file: "main.py", together: inPython, needs: "python3 -c 'import http.client'", quick: true},
	"python/requests":    {file: "main.py", command: "$PYTHON main.py", needs: "$PYTHON -c 'import requests'"},
	"python/httpx_sync":  {file: "main.py", command: "$PYTHON main.py", needs: "$PYTHON -c 'import httpx'"},
	"python/httpx_async": {file: "main.py", command: "$PYTHON main.py", needs: "$PYTHON -c 'import httpx'"},
	"python/aiohttp":     {file: "main.py", command: "$PYTHON main.py", needs: "$PYTHON -c 'import aiohttp'"},
	"node/fetch":         {file: "main.mjs", together: inNode, needs: "node -e 'fetch'", quick: true},
	"node/native":        {file: "main.mjs", command: "node main.mjs", needs: "command -v node"},
	"node/undici":        {file: "main.mjs", command: script("main.mjs"), needs: module("undici")},
	"node/axios":         {file: "main.mjs", command: script("main.mjs"), needs: module("axios")},
	"node/ofetch":        {file: "main.mjs", command: script("main.mjs"), needs: module("ofetch")},
	"node/request":       {file: "main.mjs", command: script("main.mjs"), needs: module("request")},
	"node/unirest":       {file: "main.mjs", command: script("main.mjs"), needs: module("unirest")},
	"js/fetch":           {file: "main.mjs", command: "node main.mjs", needs: "node -e 'fetch'", without: browserCannot},
	"js/axios":           {file: "main.mjs", command: script("main.mjs"), needs: module("axios"), without: browserCannot},
	"js/ofetch":          {file: "main.mjs", command: script("main.mjs"), needs: module("ofetch"), without: browserCannot},
	"ruby/native":        {file: "main.rb", command: "ruby main.rb", needs: "command -v ruby", quick: true},
	"php/curl":           {file: "main.php", command: php, needs: "php -r 'exit(function_exists(\"curl_init\") ? 0 : 1);'", quick: true},
	"php/guzzle":         {file: "main.php", command: guzzle, needs: "test -f /usr/share/php/GuzzleHttp/autoload.php"},
	"php/http2":          {file: "main.php", command: php, needs: "php -r 'exit(class_exists(\"http\\\\Client\") ? 0 : 1);'"},
	"c/libcurl":          {file: "main.c", command: "gcc -Wall -Wextra -Werror main.c -lcurl -o main && ./main", needs: "command -v gcc && echo '#include <curl/curl.h>' | gcc -E -"},
	"java/nethttp":       {file: "Main.java", command: "java Main.java", needs: "command -v javac"},
	"csharp/httpclient":  {file: "main.cs", command: mono, needs: "command -v mcs mono", without: map[string]string{"query": monoAddress, "typed": monoAddress}},
	"clojure/clj_http":   {file: "main.clj", command: clojure, needs: "test -f /usr/share/java/clj-http.jar", without: map[string]string{"headed-file": partHeaders}},
	"ocaml/cohttp":       {file: "main.ml", command: "ocamlfind ocamlopt -thread -package cohttp-lwt-unix -linkpkg main.ml -o main && ./main", needs: "ocamlfind query cohttp-lwt-unix", without: map[string]string{"query": "the library writes %27, %24 and %3D of a query as ', $ and =, which mean the same"}},
	"r/httr":             {file: "main.R", command: "Rscript main.R", needs: "Rscript -e 'library(httr)'", without: map[string]string{"headed-file": partHeaders}},
	"r/httr2":            {file: "main.R", command: "Rscript main.R", needs: "Rscript -e 'library(httr2)'"},
	"http/http1.1":       {file: "main.http", command: "send", needs: "true", without: map[string]string{"multipart": "the reader puts the file in", "headed-file": "the reader puts the file in", "binary": "the reader puts the file in"}, quick: true},
}

// python finds the interpreter that has most of the libraries.
var python = sync.OnceValue(func() string {
	for _, name := range []string{"/usr/bin/python3", "python3"} {
		if exec.Command(name, "-c", "import requests, httpx, aiohttp").Run() == nil {
			return name
		}
	}
	return "python3"
})

func environment() []string { return append(os.Environ(), "PYTHON="+python(), "LC_ALL=C.UTF-8") }

// available reports whether what a client needs is here.
func (r runner) available() bool {
	c := exec.Command("bash", "-c", r.needs)
	c.Env = environment()
	return c.Run() == nil
}

// runAll runs samples and returns what each says, or what they say together.
func (r runner) runAll(texts map[string]string) map[string]string {
	GinkgoHelper()
	said := map[string]string{}
	if r.together == "" {
		for name, text := range texts {
			dir := folder(map[string]string{r.file: text})
			said[name] = r.run(dir, text)
		}
		return said
	}
	files := map[string]string{}
	for name, text := range texts {
		files[name+filepath.Ext(r.file)] = text
	}
	out := shell(folder(files), r.together, slices.Sorted(maps.Keys(files))...)
	for name := range texts {
		said[name] = out
	}
	return said
}

// run runs the sample in a folder and returns what it says.
func (r runner) run(dir, text string) string {
	if r.command == "send" {
		return fmt.Sprint(send(text))
	}
	return shell(dir, r.command)
}

// folder is a new folder with files, and those that samples send.
func folder(files map[string]string) string {
	GinkgoHelper()
	dir := GinkgoT().TempDir()
	for _, name := range []string{"photo.png", "body.bin"} {
		Expect(os.WriteFile(filepath.Join(dir, name), []byte(fileContent), 0o600)).To(Succeed())
	}
	for name, text := range files {
		Expect(os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600)).To(Succeed())
	}
	return dir
}

// shell runs a command of a shell with arguments in a folder, and returns what it
// says and how it ended.
func shell(dir, command string, arguments ...string) string {
	c := exec.Command("timeout", append([]string{"60", "bash", "-c", command, "bash"}, arguments...)...)
	c.Dir, c.Env, c.Stdin = dir, environment(), strings.NewReader("")
	out, err := c.CombinedOutput()
	return fmt.Sprintf("%s(%v)", out, err)
}
