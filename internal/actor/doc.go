// Package actor says who is calling, and from where. Package rest puts the
// [Actor] and the [Origin] of a request into its context; every use case reads
// them there, so that features need not care how people sign in. A [Permission]
// says what the actor may do beyond the work of their group.
package actor
