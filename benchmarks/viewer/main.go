// Command viewer measures the reference viewer against its goals and its peers,
// in a browser and on the server, and writes docs/benchmarks/viewer.md:
//
//	go run -tags libopenapi .
//	go run -tags libopenapi . -quick -only browser -out -
//	go run -tags libopenapi . -only sizes -renew
//
// A missed goal is printed as missed and does not change the status, and neither
// does a peer that crashes or does not finish: that is a result.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"time"

	"github.com/trefoil-go/trefoil/benchmarks/report"
	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/serverside"
	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/visit"
)

// Where things are, seen from the directory of this module.
const (
	document       = "../../docs/benchmarks/viewer.md"
	corpusDir      = "../../../shared/corpus"
	peersDir       = "peers"
	descriptionDir = "descriptions"
)

type options struct {
	rounds  int
	quick   bool
	timeout time.Duration
	corpus  string
	only    *regexp.Regexp // parts: browser, links, server, sizes, text
	about   *regexp.Regexp // descriptions
	out     string
	renew   bool
	shots   string
	links   int    // that are followed
	child   string // what a child process measures
}

func main() {
	o, err := parse(os.Args[1:])
	switch {
	case err == nil && o.child != "":
		err = serverside.Child(context.Background(), o.child, os.Stdin, os.Stdout)
	case err == nil:
		err = run(context.Background(), o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func parse(args []string) (options, error) {
	var o options
	f := flag.NewFlagSet("viewer", flag.ContinueOnError)
	f.IntVar(&o.rounds, "rounds", 3, "how often every viewer has its turn")
	f.BoolVar(&o.quick, "quick", false, "one round of Petstore and GitHub")
	f.DurationVar(&o.timeout, "timeout", time.Minute, "how long a visit may take")
	f.StringVar(&o.corpus, "corpus", corpusDir, "`directory` of descriptions; what is not there comes from npm, as far as it is pinned")
	only := f.String("only", "", "measure the parts that match, `regexp`: browser, links, server, sizes, text")
	f.BoolVar(&o.renew, "renew", false, "put the sizes into the report that is there, and leave the rest of it")
	about := f.String("about", "", "measure the descriptions that match, `regexp`")
	f.StringVar(&o.out, "out", "", "write the report to `file`, - for standard output (default "+document+", or - for a part of it)")
	f.StringVar(&o.shots, "shots", "", "put a screenshot of the end of every visit into `directory`")
	f.IntVar(&o.links, "links", 1000, "how many links are followed")
	f.StringVar(&o.child, "child", "", "used by the program itself")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if o.rounds < 1 || o.timeout <= 0 {
		return o, fmt.Errorf("-rounds %d -timeout %s: at least one round in some time", o.rounds, o.timeout)
	}
	if o.quick {
		o.rounds = 1
		if *about == "" {
			*about = "Petstore|GitHub"
		}
	}
	if o.out == "" {
		o.out = document
		if !o.renew && (o.quick || *only != "" || *about != "") {
			o.out = "-"
		}
	}
	var err, other error
	o.only, err = regexp.Compile(*only)
	o.about, other = regexp.Compile(*about)
	return o, errors.Join(err, other)
}

// figures is everything that was measured.
type figures struct {
	began    time.Time
	busy     string // how busy the machine was before
	options  options
	found    []*description
	missing  []error // descriptions and peers that are not there
	readings []*reading
	openings []*openings
	followed []*followed
	server   []*served
	first    []firstLoad
	later    []later
}

func run(ctx context.Context, o options) error {
	f := &figures{began: time.Now(), busy: report.Load(), options: o}
	f.find(o)
	if len(f.found) == 0 {
		return errors.Join(append([]error{errors.New("there is no description")}, f.missing...)...)
	}
	if o.only.MatchString("browser") || o.only.MatchString("text") || o.only.MatchString("links") {
		if _, err := visit.Executable(); err != nil {
			return err
		}
	}
	if o.only.MatchString("server") {
		if err := f.measureServer(ctx); err != nil {
			return err
		}
	}
	if o.only.MatchString("server") || o.only.MatchString("sizes") {
		if err := f.measureLater(ctx); err != nil {
			return err
		}
	}
	if o.only.MatchString("text") {
		if err := f.measureText(ctx); err != nil {
			return err
		}
	}
	if o.only.MatchString("links") {
		if err := f.measureLinks(ctx); err != nil {
			return err
		}
	}
	if o.only.MatchString("browser") {
		installed := install(peersDir)
		if installed != nil {
			f.missing = append(f.missing, fmt.Errorf("the peers: %w", installed))
		}
		readings, err := measureBrowser(ctx, f.found, o, installed)
		if err != nil {
			return err
		}
		f.readings = readings
	}
	if o.renew {
		return f.renew(o.out)
	}
	return report.Write(o.out, f.report)
}

// find finds the descriptions. The packages are installed when one is needed.
func (f *figures) find(o options) {
	installed := errors.New("not needed so far")
	for _, s := range subjects() {
		if !o.about.MatchString(s.name) {
			continue
		}
		d, err := s.find(o.corpus, descriptionDir, installed)
		if errors.Is(err, os.ErrNotExist) && s.npm != "" {
			installed = install(descriptionDir)
			d, err = s.find(o.corpus, descriptionDir, installed)
		}
		if err != nil {
			f.missing = append(f.missing, err)
			continue
		}
		f.found = append(f.found, d)
	}
}

// install gets the packages that the lock file of a directory names.
func install(dir string) error {
	npm := exec.Command("npm", "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund")
	npm.Dir, npm.Stderr = dir, os.Stderr
	if err := npm.Run(); err != nil {
		return fmt.Errorf("npm ci in %s: %w", dir, err)
	}
	return nil
}
