// Package golangciplugin offers restvet to golangci-lint as a module plugin. It
// is named in .custom-gcl.yml and imported by nothing else:
//
//	plugins:
//	  - module: github.com/trefoil-go/trefoil/modules/restclient/restvet
//	    import: github.com/trefoil-go/trefoil/modules/restclient/restvet/golangciplugin
//	    version: v0.1.0
//
// The settings of the linter are {notes: bool}, true by default: report paths
// that are not constants.
package golangciplugin

import (
	"fmt"
	"strconv"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/trefoil-go/trefoil/modules/restclient/restvet"
)

// Registration in an init function is how golangci-lint finds its plugins.
func init() { register.Plugin(restvet.Analyzer.Name, New) }

type settings struct {
	Notes *bool `json:"notes"`
}

type plugin struct{}

// New makes the plugin for the settings of a configuration file, nil for none.
// It returns an error for settings that restvet does not have.
func New(conf any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[settings](conf)
	if err != nil {
		return nil, fmt.Errorf("restvet: %w", err)
	}
	if s.Notes != nil {
		if err := restvet.Analyzer.Flags.Set("notes", strconv.FormatBool(*s.Notes)); err != nil {
			return nil, fmt.Errorf("restvet: set notes: %w", err)
		}
	}
	return plugin{}, nil
}

// BuildAnalyzers is called once by golangci-lint.
func (plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{restvet.Analyzer}, nil
}

// GetLoadMode says that restvet needs types.
func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
