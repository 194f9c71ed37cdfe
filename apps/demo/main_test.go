package main

import (
	"errors"
	"flag"
	"io"
	"testing"

	"go.uber.org/fx"
)

func TestOptionsComposeTheDemo(t *testing.T) {
	for _, args := range [][]string{
		{},
		{"-engine", "mux"},
		{"-transport", "nethttp"},
		{"-engine", "mux", "-transport", "nethttp", "-v", "-addr", "127.0.0.1:0", "-spec", "e2e/testdata/petstore.json"},
	} {
		options, err := options(args, io.Discard)
		if err != nil {
			t.Errorf("%q: %v", args, err)
			continue
		}
		if err := fx.ValidateApp(options); err != nil {
			t.Errorf("%q: %v", args, err)
		}
	}
}

func TestOptionsRefuse(t *testing.T) {
	for want, args := range map[string][]string{
		`engine "chi" does not exist: use gin or mux`:          {"-engine", "chi"},
		`transport "fax" does not exist: use resty or nethttp`: {"-transport", "fax"},
		`unexpected argument "petstore.yaml"`:                  {"petstore.yaml"},
		"flag provided but not defined: -port":                 {"-port", "80"},
	} {
		if _, err := options(args, io.Discard); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", args, err, want)
		}
	}
	if _, err := options([]string{"-h"}, io.Discard); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("-h: got %v", err)
	}
}
