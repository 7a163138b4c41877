// Package workbook writes spreadsheets row by row, whatever their size: numbers, days
// and instants as a spreadsheet holds them, and everything else as text that is never a
// formula.
package workbook
