// Package demo fills an empty database with believable farms: people, growing
// areas, books of animals, photos, public tags and tagging subscriptions.
// [Services.Fill] makes each of them through the service that anyone uses; the
// subscriptions by a clock that is set back ([Past]).
//
// Which databases may be filled, and by whom, is decided in package app.
package demo
