package docs

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// Command is a line that a document tells its readers to type.
type Command struct {
	File   string // relative to the root of the repository
	Line   int
	Text   string // without a prompt and without its comment
	Block  int    // the line that its code block begins with, 0 in doc comments
	Serves string // what to open while it runs, when its comment names an address
	Status int    // its exit status: 0 unless its comment says "exit status 1"
	Reason string // why CI does not run it, "" when it does
	Shown  string // lines of its output behind a prompt, "" where none are compared
}

// A comment before a code block says why the commands in it are not run, or their output
// is not compared:
//
//	<!-- not run: it changes what the reader has -->
//	<!-- not compared: it has what the reader types -->
var (
	notRunComment = regexp.MustCompile(`^<!-- not run: (\S.*) -->$`)
	notCompared   = regexp.MustCompile(`^<!-- not compared: \S.* -->$`)
	typed         = regexp.MustCompile(`^(?:go (?:build|get|install|mod|run|test|tool|vet|work) |cd |trefoil |restgen |restvet )`)
	trailing      = regexp.MustCompile(`\s{2,}#\s*(.*)$`)
	exitStatus    = regexp.MustCompile(`exit status (\d+)`)
	address       = regexp.MustCompile(`https?://\S+`)
)

// Commands returns the commands of the go command and of the programs of this repository
// that its documents show: in code blocks of Markdown, and in the code of doc comments
// below the directories of packages that are published. Those of one file stand together,
// in their order.
func Commands(repo fs.FS, published []string) ([]Command, error) {
	var all []Command
	err := fs.WalkDir(repo, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && foreign(entry.Name()):
			return fs.SkipDir
		}
		var found []Command
		switch {
		case path.Ext(name) == ".md":
			found, err = inMarkdown(repo, name)
		case path.Ext(name) == ".go" && !strings.HasSuffix(name, "_test.go") && below(name, published):
			found, err = inGo(repo, name)
		}
		all = append(all, found...)
		return err
	})
	return all, err
}

func below(name string, dirs []string) bool {
	for _, dir := range dirs {
		if strings.HasPrefix(name, dir+"/") {
			return true
		}
	}
	return false
}

func inMarkdown(repo fs.FS, name string) ([]Command, error) {
	data, err := fs.ReadFile(repo, name)
	if err != nil {
		return nil, err
	}
	b := &block{file: name}
	for i, line := range strings.Split(string(data), "\n") {
		switch text := strings.TrimSpace(line); {
		case !b.open && strings.HasPrefix(text, "```"):
			b.open, b.opened, b.shell = true, i+1, isShell(strings.TrimPrefix(text, "```"))
		case !b.open:
			b.comment(text)
		case text == "```":
			b.close()
		case b.shell:
			b.add(i+1, text)
		}
	}
	return b.all, nil
}

func isShell(language string) bool {
	switch language {
	case "", "sh", "bash", "shell", "console":
		return true
	}
	return false
}

// block is a code block of Markdown. With a prompt in it, what has none is output.
type block struct {
	file        string
	all         []Command
	reason      string // of the next block
	here        []Command
	open, shell bool
	opened      int
	prompt      bool
	silent      bool // no output of the next block is compared
	shows       bool // what comes is output of the last command here
}

func (b *block) comment(text string) {
	switch reason := notRunComment.FindStringSubmatch(text); {
	case notCompared.MatchString(text):
		b.silent = true
	case reason != nil:
		b.reason = reason[1]
	case text != "" && !strings.HasPrefix(text, "<!--"):
		b.reason, b.silent = "", false
	}
}

func (b *block) add(line int, text string) {
	text, prompted := strings.CutPrefix(text, "$ ")
	if prompted && !b.prompt {
		b.prompt, b.here = true, nil
	}
	c, ok := command(b.file, line, text)
	if b.prompt && !prompted {
		if b.shows && !b.silent {
			b.here[len(b.here)-1].Shown += text + "\n"
		}
		return
	}
	if b.shows = ok && prompted; !ok {
		return
	}
	c.Block, c.Reason = b.opened, b.reason
	b.here = append(b.here, c)
}

func (b *block) close() {
	*b = block{file: b.file, all: append(b.all, b.here...)}
}

// command reads a line: text, and behind two blanks and a "#", its comment.
func command(file string, line int, text string) (Command, bool) {
	c := Command{File: file, Line: line, Text: text}
	if found := trailing.FindStringSubmatchIndex(text); found != nil {
		comment := text[found[2]:]
		c.Serves = address.FindString(comment)
		if status := exitStatus.FindStringSubmatch(comment); status != nil {
			c.Status, _ = strconv.Atoi(status[1]) // digits
		}
		c.Text = text[:found[0]]
	}
	return c, typed.MatchString(c.Text)
}

func inGo(repo fs.FS, name string) ([]Command, error) {
	data, err := fs.ReadFile(repo, name)
	if err != nil {
		return nil, err
	}
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, name, data, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("commands of %s: %w", name, err)
	}
	var all []Command
	for _, group := range parsed.Comments {
		for _, line := range group.List {
			all = append(all, inComment(files, name, line)...)
		}
	}
	return all, nil
}

func inComment(files *token.FileSet, name string, line *ast.Comment) []Command {
	text, isCode := strings.CutPrefix(line.Text, "//\t")
	if !isCode {
		return nil
	}
	if c, ok := command(name, files.Position(line.Pos()).Line, strings.TrimSpace(text)); ok {
		return []Command{c}
	}
	return nil
}
