// Package dossier writes the book of a recall for the authority, as a PDF to read and as
// a spreadsheet to sort: who recalls and why, what was chosen, everybody who is reached
// and how, what each was told and when, what came back, each correction with its reason,
// and the end. Both are made of one reading of the book ([recall.Whole]). A drill is
// marked on every page and every sheet. Instants are in UTC.
package dossier
