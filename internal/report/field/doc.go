// Package field knows the nine fields of a lot: what they are called, how their
// values are written ([Form]), in which order people expect them ([ByNumber]),
// and how reports and exports choose lots by them ([Filter]).
package field
