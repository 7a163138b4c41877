// Package field has the nine fields of a lot: their names, how their values are
// written ([Form]), the order in which people expect them ([ByNumber]), and how
// reports and exports choose lots by them ([Filter]).
package field
