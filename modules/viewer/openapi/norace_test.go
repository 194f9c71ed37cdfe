//go:build !race

package openapi_test

const raceDetector = false
