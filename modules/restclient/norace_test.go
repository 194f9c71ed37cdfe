//go:build !race

package restclient_test

const scale = 1
