package ui

import "strings"

// BodyPolicy returns a Content-Security-Policy under which body.js can show the
// bodies of answers, made of one that allows nothing but own files: images, sound
// and films may come from the memory of the page (blob:), and trusted types know
// the policy "trefoil-body", which lets nothing but body-worker.js be a worker.
// Pages that show no bodies do without. A policy that has it all stays as it is.
func BodyPolicy(policy string) string {
	if strings.Contains(policy, "trusted-types trefoil-body") {
		return policy
	}
	directives := strings.Split(policy, "; ")
	for i, d := range directives {
		switch {
		case strings.HasPrefix(d, "img-src "):
			directives[i] = d + " blob:"
		case d == "trusted-types 'none'":
			directives[i] = "trusted-types trefoil-body"
		}
	}
	return strings.Join(append(directives, "media-src blob:", "worker-src 'self'"), "; ")
}
