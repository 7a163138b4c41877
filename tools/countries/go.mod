// The program that packs internal/scan/countries.gz: a module of its own, so that
// nothing of the data that it reads comes into the program's.
module github.com/merroir/merroir/tools/countries

go 1.26.0

require github.com/phuslu/iploc v1.0.20260915
