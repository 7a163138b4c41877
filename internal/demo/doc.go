// Package demo fills an empty database with believable farms: people, growing
// areas, books of animals, photos and public tags. [Services.Fill] makes each of
// them through the service that anyone uses.
//
// Which databases may be filled, and by whom, is decided in package app.
package demo
