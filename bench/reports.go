package main

import (
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report"
)

// question is one of the reports that are measured.
type question struct {
	id, what string
	query    report.Query
}

// questionsOf are the five reports. area is the id of a growing area.
func questionsOf(area string, today ledger.Day) []question {
	custom := func(days ledger.Day, q report.Query) report.Query {
		q.DateRange, q.StartDate, q.EndDate = "Custom", (today - days + 1).String(), today.String()
		return q
	}
	return []question{
		{"Q1", "inventory, 5 years monthly, by size", custom(farmDays, report.Query{Metric: "Inventory", Frequency: "Monthly", Segment: "sizeLabel"})},
		{"Q2", "inventory, 90 days daily, 1 area, 1 animal type", custom(90, report.Query{Metric: "Inventory", Frequency: "Daily", ActiveLease: area,
			ActiveViewBy: map[string][]string{"oysterType": {animalTypes[0]}}})},
		{"Q3", "mortality, 365 days monthly, 2 seed sources", custom(365, report.Query{Metric: "% Mortality", Frequency: "Monthly",
			ActiveViewBy: map[string][]string{"seedSource": {"Hatchery 1", "Hatchery 2"}}})},
		{"Q4", "average size, 365 days monthly, by size", custom(365, report.Query{Metric: "Average Size", Frequency: "Monthly", Segment: "sizeLabel"})},
		{"Q5", "harvest, 365 days weekly, 1 area", custom(365, report.Query{Metric: "Harvest", Frequency: "Weekly", ActiveLease: area})},
	}
}

// checksum tells whether two answers are the same: the sum of all numbers.
func checksum(r report.Report) (sum float64) {
	for _, row := range r.Data {
		for _, v := range row.Values {
			if v != nil {
				sum += *v
			}
		}
	}
	return sum
}
