// Package workbooktest checks spreadsheet files as strict readers see them.
package workbooktest
