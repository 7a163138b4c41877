// Package notebook holds a real field notebook: three sites, 29 bags of
// Pacific oysters, March to November 2017. It is the sheet of the demo farm and
// the measure of the reports. Where it comes from is in README.md.
package notebook
