package highlight

import "strings"

// language is what a tokenizer has to know.
type language struct {
	lines       []string // what begins a comment up to the end of the line
	open, close string   // of other comments
	quotes      string   // what begins text
	raw         string   // those of them in which a backslash is itself
	escapes     bool     // outside of text, a backslash makes what follows plain
	triple      bool     // text between three quotes
	multi       bool     // text goes over lines
	names       bool     // text before a colon is a name
	keys        bool     // a word before a colon is a name
	dash        bool     // words may hold dashes
	at          bool     // words may begin with @
	options     bool     // -x, --long and $variable are names
	fold        bool     // words in any case
	words       string
}

// word is the class of a word, with what follows it.
func (l language) word(word, rest string) string {
	if l.fold {
		word = strings.ToLower(word)
	}
	switch {
	case l.keys && strings.HasPrefix(strings.TrimLeft(rest, " "), ":"):
		return Name
	case strings.Contains(" "+l.words+" ", " "+word+" "):
		return Word
	case l.at && word[0] == '@':
		return Name
	}
	return Plain
}

// alias is the name by which a language is known.
func alias(name string) string {
	for i := 0; i+1 < len(aliases); i += 2 {
		if aliases[i] == name {
			return aliases[i+1]
		}
	}
	return name
}

var aliases = strings.Fields(`sh shell bash shell zsh shell console shell shell-session shell curl shell powershell shell dockerfile shell docker shell
	makefile shell js javascript ts javascript typescript javascript jsx javascript tsx javascript node javascript mjs javascript
	json5 json jsonc json jsonl json ndjson json json-schema json yml yaml golang go py python python3 python rb ruby rs rust
	cs csharp c# csharp kt kotlin c cpp c++ cpp h cpp objc cpp objectivec cpp gql graphql proto protobuf properties toml ini toml
	conf toml env toml scss css less css postgres sql mysql sql plsql sql`)

const (
	slashes  = "if else for while do switch case break continue return new class interface enum public private protected static final void int long float double boolean bool true false null this super import package try catch finally throw throws extends implements abstract default instanceof"
	cFamily  = slashes + " char short unsigned signed struct union typedef const sizeof namespace using template typename virtual nullptr auto include define"
	csharp   = slashes + " var string async await using namespace get set out ref in is as object decimal record"
	kotlin   = slashes + " fun val var when object data companion suspend override lateinit in is as"
	js       = "if else for while do switch case break continue return new class extends const let var function async await of in typeof instanceof import export from default try catch finally throw this super true false null undefined interface type enum readonly public private string number boolean any unknown never void yield as"
	golang   = "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var nil true false error string int int64 bool byte any"
	pythonic = "and as assert async await break class continue def del elif else except finally for from global if import in is lambda None nonlocal not or pass raise return True False try while with yield self match"
	ruby     = "alias and begin break case class def do else elsif end ensure false for if in module next nil not or redo require rescue retry return self super then true undef unless until when while yield puts"
	rust     = "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self static struct super trait true type unsafe use where while Some None Ok Err"
	swift    = "as break case catch class continue default defer do else enum extension false for func guard if import in init inout is let nil private protocol public repeat return self static struct super switch throw throws true try typealias var where while async await"
	php      = "abstract and array as break case catch class const continue default do echo else elseif extends false final finally fn for foreach function if implements interface namespace new null or private protected public require require_once return static switch this throw true try use var while"
	shell    = "if then else elif fi for in do done while until case esac function return export set unset local curl echo cat cd sudo npm go pip docker kubectl git FROM RUN COPY CMD"
	sql      = "select from where and or not insert into values update set delete create table primary key foreign references index drop alter add join left right inner outer on as group by order having limit offset union all distinct null is in like between case when then else end true false begin commit rollback with"
	graphql  = "query mutation subscription fragment on type interface union enum input scalar schema extend directive implements true false null"
	protobuf = "syntax package import option message enum service rpc returns stream oneof map repeated optional required reserved string bytes bool int32 int64 uint32 uint64 double float true false"
)

var languages = map[string]language{
	"json":       {lines: []string{"//"}, open: "/*", close: "*/", quotes: `"`, names: true, words: "true false null"},
	"yaml":       {lines: []string{"#"}, quotes: `"'`, names: true, keys: true, dash: true, words: "true false null yes no on off"},
	"toml":       {lines: []string{"#", ";"}, quotes: `"'`, triple: true, dash: true, words: "true false"},
	"shell":      {lines: []string{"#"}, quotes: "\"'`", raw: "'", escapes: true, multi: true, dash: true, options: true, words: shell},
	"go":         {lines: []string{"//"}, open: "/*", close: "*/", quotes: "\"'`", raw: "`", words: golang},
	"javascript": {lines: []string{"//"}, open: "/*", close: "*/", quotes: "\"'`", keys: true, words: js},
	"python":     {lines: []string{"#"}, quotes: `"'`, triple: true, at: true, words: pythonic},
	"ruby":       {lines: []string{"#"}, quotes: `"'`, at: true, words: ruby},
	"rust":       {lines: []string{"//"}, open: "/*", close: "*/", quotes: `"`, words: rust},
	"swift":      {lines: []string{"//"}, open: "/*", close: "*/", quotes: `"`, triple: true, at: true, words: swift},
	"php":        {lines: []string{"//", "#"}, open: "/*", close: "*/", quotes: `"'`, multi: true, options: true, words: php},
	"java":       {lines: []string{"//"}, open: "/*", close: "*/", quotes: `"'`, triple: true, at: true, words: slashes + " var String record"},
	"kotlin":     {lines: []string{"//"}, open: "/*", close: "*/", quotes: `"'`, triple: true, at: true, words: kotlin},
	"csharp":     {lines: []string{"//"}, open: "/*", close: "*/", quotes: `"'`, words: csharp},
	"cpp":        {lines: []string{"//"}, open: "/*", close: "*/", quotes: `"'`, words: cFamily},
	"sql":        {lines: []string{"--"}, open: "/*", close: "*/", quotes: `'"`, fold: true, words: sql},
	"graphql":    {lines: []string{"#"}, quotes: `"`, triple: true, keys: true, at: true, words: graphql},
	"protobuf":   {lines: []string{"//"}, open: "/*", close: "*/", quotes: `"'`, words: protobuf},
	"css":        {open: "/*", close: "*/", quotes: `"'`, keys: true, dash: true, at: true},
}
