// Package fault is the vocabulary of things that go wrong.
//
// An error that a caller should understand is a [Fault]: a [Kind], one sentence
// for a person, and, for bad input, a sentence per field. Any other error is
// internal: its text is logged and never leaves the process. Package rest is
// the only place where a fault becomes an HTTP answer.
package fault
