// Package actor says who is calling. Package rest puts the [Actor] of a request
// into its context; every use case reads it there, so that features need not
// know how people sign in. What the actor may do beside the work of their rank is
// told by [Permission].
package actor
