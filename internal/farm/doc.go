// Package farm keeps the farms and distributors, their growing areas (leases)
// and the links that say which users may see which farm.
//
// [Require] is the gate that every farm-scoped use case of any package calls
// first, in its own transaction: staff pass, a farm manager passes for linked
// farms, and for anyone else the farm does not exist.
package farm
