// Package policy holds what a client does around a request: trying again,
// staying away from a server that is down, limits, credentials, logs. Each
// policy is a Middleware over core.Transport, and none needs the others.
//
//	client, err := restclient.New(httptransport.New(nil), restclient.WithMiddleware(
//		policy.IdempotencyKey(),
//		policy.Retry(),
//		policy.Break(policy.NewBreaker()),
//		policy.Auth("https://api.example.com", source),
//		policy.Log(logger)))
//
// # Order
//
// The first middleware is the outermost. This order serves; leave out what is
// not needed:
//
//  1. Header and UserAgent: the same in every attempt.
//  2. IdempotencyKey: one key for all attempts, so outside of Retry, which asks
//     for it.
//  3. Retry: outside of all that can fail.
//  4. Break: inside of Retry, so that it counts requests, lets a single one
//     probe, and ends the retries at the moment it opens; outside of Auth, so
//     that no token is fetched for a request that it refuses.
//  5. Hedge: inside of Break, to which all requests of one race are one; outside
//     of Auth and RateLimit, which each of them has to pass.
//  6. Auth: each attempt has the token of its moment.
//  7. RateLimit: counts what is sent, the repetition after a 401 included.
//  8. Log: sees each request as it is sent, and never shows a header.
//
// # Errors
//
// A request that a policy did not send is an error that wraps ErrNotSent; Retry
// does not repeat it. A policy that was declared wrongly, such as Auth for
// something that is no origin, answers every request with such an error.
package policy
