package worker_test

import (
	"context"
	"fmt"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/worker"
)

func ExampleMain() {
	judge := worker.Main() // first of all in main: in a worker this does not return

	pasted := `{"openapi": "3.1.0", "paths": {"/a": {"$ref": "#/paths/~1a"}}}`
	_, err := openapi.FromContent(pasted, openapi.WithJudge(judge)).Load(context.Background())

	fmt.Println(err)
	// Output: line 1, column 47: the reference "#/paths/~1a" leads back to where it stands
}

func ExampleWithMemory() {
	judge := worker.Main(worker.WithMemory(1<<30), worker.WithWorkers(2))

	report, err := judge.Examine(context.Background(), []byte(small), openapi.UntrustedLimits())

	fmt.Println(err, report.Problems)
	// Output: <nil> 0
}
