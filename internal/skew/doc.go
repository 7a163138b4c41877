// Package skew judges stored instants. While a clock was ahead, instants were stored that lie further in
// the future than they can be once the clock is right again.
//
// It imports nothing of ours.
package skew
