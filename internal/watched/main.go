package main

import (
	"fmt"
	"log"
	"os"
	"strings"
)

func main() {
	packages, err := read(".")
	if err != nil {
		log.Fatal(err)
	}
	switch word := strings.Join(os.Args[1:], " "); word {
	case "packages":
		for _, p := range packages {
			if len(p.watched()) > 0 {
				fmt.Println("./" + p.dir)
			}
		}
	case "run":
		var names []string
		for _, p := range packages {
			names = append(names, p.watched()...)
		}
		fmt.Println(pattern(names))
	case "skip":
		fmt.Println(pattern(everywhere(packages)))
	case "why":
		for _, p := range packages {
			for _, name := range p.watched() {
				fmt.Println(p.dir, name, p.why(name))
			}
		}
	default:
		log.Fatalf("packages, run, skip or why, not %q", word)
	}
}
