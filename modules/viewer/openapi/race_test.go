//go:build race

package openapi_test

// raceDetector slows reading down by ten.
const raceDetector = true
