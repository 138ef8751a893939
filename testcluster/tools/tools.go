//go:build tools

// Package tools names programs that tests of the deployment need, so that "go mod tidy" keeps everything in go.mod and go.sum
// that is needed to build them. It is a module of its own, so that a change here builds no control plane anew. Never compiled.
package tools

import (
	_ "helm.sh/helm/v4/cmd/helm"
)
