package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const module = "github.com/merroir/merroir/"

// pack is one package: what is declared in it, its tests too, by name. The name of a method begins with a dot.
type pack struct {
	dir   string
	decls map[string][]*decl
}

type decl struct {
	file   string
	begins string   // where it begins a goroutine itself, if it does
	shares bool     // it is shared between goroutines, or has a part that is
	killed bool     // it works in processes that are killed
	calls  []string // what it names of its package
}

// read reads all packages of the module, which the folder is.
func read(root string) ([]*pack, error) {
	var packages []*pack
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if _, err := os.Stat(filepath.Join(file, "go.mod")); err == nil && file != root || entry.Name() == "node_modules" {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(file) != ".go" {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		dir := path.Dir(name)
		at := slices.IndexFunc(packages, func(p *pack) bool { return p.dir == dir }) // its folders come between its files
		if at < 0 {
			at = len(packages)
			packages = append(packages, &pack{dir, map[string][]*decl{}})
		}
		return packages[at].add(name, string(text))
	})
	return packages, err
}

// add takes in what a file declares.
func (p *pack) add(name, text string) error {
	r := reader{pack: p, file: name, set: token.NewFileSet(), imports: map[string]string{}}
	file, err := parser.ParseFile(r.set, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, comment := range file.Comments {
		if comment.Pos() < file.Package && comment.List[0].Text == "//go:build !race" {
			return nil
		}
	}
	for _, i := range file.Imports {
		from, _ := strconv.Unquote(i.Path.Value)
		as := path.Base(from)
		if i.Name != nil {
			as = i.Name.Name
		}
		r.imports[as] = from
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			as := d.Name.Name
			if d.Recv != nil {
				as = "." + as
			}
			r.declare(as, d)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.ValueSpec:
					for _, as := range spec.Names {
						r.declare(as.Name, spec)
					}
				case *ast.TypeSpec:
					r.declare(spec.Name.Name, spec)
				}
			}
		}
	}
	return nil
}

// reader reads one file.
type reader struct {
	pack    *pack
	file    string
	set     *token.FileSet
	imports map[string]string // by the name that they have in the file
}

func (r *reader) declare(as string, node ast.Node) {
	d := &decl{file: r.file}
	r.pack.decls[as] = append(r.pack.decls[as], d)
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			d.begins = r.at(n)
		case *ast.CallExpr:
			if called, ok := n.Fun.(*ast.SelectorExpr); ok && r.starts(called.Sel.Name, len(n.Args)) {
				d.begins = r.at(n)
			} else if ok && called.Sel.Name == "EachKilled" {
				d.killed = true
			}
		case *ast.SelectorExpr:
			of, _ := n.X.(*ast.Ident)
			switch {
			case of == nil:
				d.calls = append(d.calls, "."+n.Sel.Name)
				ast.Inspect(n.X, visit)
			case r.imports[of.Name] == module+r.pack.dir: // a test outside the package
				d.calls = append(d.calls, n.Sel.Name)
			case r.imports[of.Name] != "":
				d.shares = d.shares || strings.HasPrefix(r.imports[of.Name], "sync") && !strings.HasPrefix(n.Sel.Name, "Once")
			case of.Name != "t" && of.Name != "b":
				d.calls = append(d.calls, "."+n.Sel.Name, of.Name)
			}
			return false
		case *ast.KeyValueExpr: // the name of a field is none of the package
			if _, named := n.Key.(*ast.Ident); named {
				ast.Inspect(n.Value, visit)
				return false
			}
		case *ast.Ident:
			d.calls = append(d.calls, n.Name)
		}
		return true
	}
	ast.Inspect(node, visit)
}

// starts tells whether a call of that name begins a goroutine, though the text that does stands in another package.
func (r *reader) starts(name string, arguments int) bool {
	test := strings.HasSuffix(r.file, "_test.go")
	switch name {
	case "Go":
		return true
	case "Parallel", "NewLine":
		return test
	case "AfterFunc": // outside tests it is a limit of time
		return test
	case "Start": // jobs; without an argument it is a process
		return test && arguments > 0
	}
	return false
}

func (r *reader) at(n ast.Node) string {
	at := r.set.Position(n.Pos())
	return path.Base(at.Filename) + ":" + strconv.Itoa(at.Line)
}
