// Package actor says who is calling, and from where. Package rest puts the
// [Actor] and the [Origin] of a request into its context; every use case reads
// them there, so that features need not know how people sign in. What the actor may do beside the work of their rank is
// told by [Permission].
package actor
