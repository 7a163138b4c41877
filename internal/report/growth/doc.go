// Package growth has the formulas of sizes and growth: how long living animals are
// ([DistributionOf]), how fast they grow ([CurveOf]), and when they will be of market size
// ([ForecastOf]). It reads nothing; package report gives it what was measured. The formulas are
// in docs/formulas.md.
package growth
