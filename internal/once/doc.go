// Package once lets a client repeat a call that makes something without making
// it twice, even if it never got the answer.
//
// Package rest reads the key of a call and puts it into the context ([With]); a
// use case makes things in [Do], inside its transaction.
package once
