// Package once lets a client repeat a call that makes something without making
// it twice, also when it never heard the answer.
//
// What speaks to clients reads the key of a call and puts an [Attempt] into the
// context; a use case makes what it makes in [Do], inside its transaction.
package once
