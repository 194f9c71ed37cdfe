package main

import (
	"context"
	"errors"
	"strings"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/finding"
	"github.com/trefoil-go/trefoil/apps/trefoil/internal/lint"
	"github.com/trefoil-go/trefoil/apps/trefoil/internal/speakeasylint"
	"github.com/trefoil-go/trefoil/apps/trefoil/internal/spec"
)

// ownRules is the set of rules without those of others.
const ownRules = "own"

var ruleSets = strings.Join(append([]string{ownRules}, speakeasylint.Sets()...), ",")

// checks are the rules of a check.
func checks() []finding.Rule { return append(lint.Rules(), speakeasylint.Rules()...) }

type checkCommand struct {
	reporting `embed:""`

	Specs         []string `arg:"" name:"spec" help:"Descriptions and folders of descriptions."`
	Baseline      string   `type:"path" placeholder:"FILE" help:"Leave out what FILE says is known."`
	WriteBaseline bool     `help:"Write what is found into the baseline, so that it is known."`
	Rules         string   `enum:"${rulesets}" default:"own" placeholder:"SET" help:"Rules of speakeasy-api/openapi beside those of its own: ${enum}."`
}

func (c *checkCommand) beside() string { return c.Specs[0] }

func (c *checkCommand) run(ctx context.Context, s *session) error {
	if c.WriteBaseline && c.Baseline == "" {
		return usageError{errors.New("say which file is the baseline, with --baseline")}
	}
	list, err := expand(c.Specs, &spec.Finder{})
	if err != nil {
		return err
	}
	r := &finding.Report{Title: "Check of " + strings.Join(c.Specs, ", "), Rules: checks()}
	for _, d := range list {
		read, err := s.opener.Load(ctx, d.name)
		if err != nil {
			return err
		}
		if err := lint.Check(ctx, r, read, s.file.Severities); err != nil {
			return err
		}
		if c.Rules == ownRules {
			continue
		}
		if err := speakeasylint.Check(ctx, r, read, c.Rules, s.file.Severities); err != nil {
			return err
		}
	}
	r.Sort()
	if c.WriteBaseline {
		return lint.Save(c.Baseline, r)
	}
	if c.Baseline != "" {
		known, err := lint.ReadBaseline(c.Baseline)
		if err != nil {
			return err
		}
		known.Apply(r)
	}
	return c.write(s, r)
}
