// Package rest turns use cases into HTTP and is the only place where an error
// becomes an answer.
//
// A [Route] names its method, its path and who may call it ([Access]); the
// table of all of them is in package app. A JSON route is a function from an
// input struct to an output struct. Huma makes schemas of them for the API
// document and checks what was sent against them; reading the request and writing
// the answer is done here, by code that all routes share (docs/decisions, 0010).
// [NewHandler] puts around them what every call needs: a request id, a log line,
// recovery from panics, limits of size, rate and origin, and the [actor.Actor]
// behind the bearer token.
//
// Every failure is the same JSON: statusCode, error, message, and for bad
// fields validation.keys with a message of the form
//
//	child "country" fails because [Country is required]
//
// where the last key names the field that the message is about.
package rest
