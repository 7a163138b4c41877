// The data that internal/scan/countries.gz is packed from: a module of its own, so that
// nothing of it comes into the program's.
module github.com/merroir/merroir/tools/countries

go 1.26.0

require github.com/phuslu/iploc v1.0.20260915
