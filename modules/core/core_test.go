package core_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
)

func TestSpecErrorNamesThePlace(t *testing.T) {
	tests := map[string]*core.SpecError{
		"broken":                   {Message: "broken"},
		"a.yaml: broken":           {Source: "a.yaml", Message: "broken"},
		"a.yaml:3: broken":         {Source: "a.yaml", Line: 3, Message: "broken"},
		"a.yaml:3:5: broken":       {Source: "a.yaml", Line: 3, Column: 5, Message: "broken"},
		"line 3: broken":           {Line: 3, Message: "broken"},
		"line 3, column 5: broken": {Line: 3, Column: 5, Message: "broken"},
	}
	for want, err := range tests {
		if got := err.Error(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestErrorsUnwrap(t *testing.T) {
	if err := (&core.SpecError{Err: fs.ErrNotExist}); !errors.Is(err, fs.ErrNotExist) {
		t.Error("SpecError hides its cause")
	}
	if err := (&core.ClientError{Status: 400, Err: fs.ErrNotExist}); !errors.Is(err, fs.ErrNotExist) {
		t.Error("ClientError hides its cause")
	}
}

func TestFuncAdapters(t *testing.T) {
	source := core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) { return nil, fs.ErrExist })
	if _, err := source.Load(context.Background()); !errors.Is(err, fs.ErrExist) {
		t.Errorf("SpecSourceFunc: got %v", err)
	}
	transport := core.TransportFunc(func(_ context.Context, r *core.Request) (*core.Response, error) {
		return &core.Response{Status: len(r.Method)}, nil
	})
	if res, err := transport.Do(context.Background(), &core.Request{Method: "GET"}); err != nil || res.Status != 3 {
		t.Errorf("TransportFunc: got %v, %v", res, err)
	}
	controller := core.ControllerFunc(func() map[string]any { return map[string]any{"GET /": 1} })
	if controller.Routes()["GET /"] != 1 {
		t.Error("ControllerFunc loses its routes")
	}
}

func TestHookAtFillsInItsName(t *testing.T) {
	pass := func(_ core.Exchange, next func() error) error { return next() }
	if name := core.HookAt(core.HookPoint{}, pass).Point().Name; !strings.Contains(name, "TestHookAtFillsInItsName") {
		t.Errorf("the name is %q", name)
	}
	if name := core.HookAt(core.HookPoint{Name: "mine"}, pass).Point().Name; name != "mine" {
		t.Errorf("the name is %q", name)
	}
	if name := core.HookAt(core.HookPoint{}, nil).Point().Name; name != "" {
		t.Errorf("the name of nothing is %q", name)
	}
}

func ExampleClientError() {
	fmt.Println(&core.ClientError{Status: 403, Message: "invalid login"})
	fmt.Println(&core.ClientError{Status: 404})
	// Output:
	// 403 invalid login
	// 404 Not Found
}

func ExampleHookAt() {
	hook := core.HookAt(core.HookPoint{Stage: core.BeforeFunctionCall, Flag: "AUTH"}, func(x core.Exchange, next func() error) error {
		params, err := x.Params()
		if err != nil || params["password"] != "secret" {
			return &core.ClientError{Status: 403, Message: "invalid login", Err: err}
		}
		return next()
	})
	next := func() error { fmt.Println("controller"); return nil }
	fmt.Println(hook.Run(&coretest.Exchange{}, next))
	fmt.Println(hook.Run(&coretest.Exchange{Values: map[string]any{"password": "secret"}}, next))
	// Output:
	// 403 invalid login
	// controller
	// <nil>
}
