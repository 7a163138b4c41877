package app_test

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// guests are the packages whose statements read tables of another, and why that
// is better than asking the other package. Nobody writes another's.
var guests = map[string]struct{ tables, why string }{
	"internal/account":       {"farms farm_users", "who may look at and change a user depends on their farms, and package farm imports account"},
	"internal/billing":       {"farms", "to whom an invoice goes, in the transaction that issues it"},
	"internal/farm":          {"users", "the names of a farm's people, in the order of a list"},
	"internal/key":           {"farms users", "the names of those who made a farm's keys, in a list; the name of the farm of a key that ends"},
	"internal/ledger":        {"leases users", "a line of the journal names its line on the farm and who recorded it, and lines are searched by that name"},
	"internal/paper":         {"farms users", "whom a reminder goes to, in the transaction that claims it; the addresses of those who ask for tagging, in a list"},
	"internal/people":        {"farms users", "who invited, by name, in the order of a list; the names of the farms to which a user invited"},
	"internal/recall":        {"farms farm_users users", "whom a notice goes to at a firm, in the transaction that writes it; the names of those who declared a recall before there were books"},
	"internal/report":        {"balances lots animal_groups", "sums over what is on the farm, made where the rows are"},
	"internal/report/column": {"entries activities balances farm_state lots animal_groups users", "sums over the ledger, made where the rows are, and the rows of one sum with the names of those who recorded them"},
	"internal/report/export": {"entries activities balances farm_state lots animal_groups users", "rows of the ledger with the names of those who recorded them"},
	"internal/report/sales":  {"entries activities farm_state lots animal_groups users", "what harvests were sold for is a part of their activities, and is added up row by row"},
	"internal/report/field":  {"lots animal_groups", "the fields of a lot are filters in the statements of reports"},
	"internal/scan":          {"tags", "whose tag was scanned and when it was harvested, where the counts are"},
	"internal/tag/lineage":   {"tags tag_parents tag_farms farms recalls recall_tags recall_generation recall_changes", "what a graph in memory is read from, at the counters of all of them"},
	"internal/tag":           {"farms tags tag_parents tag_versions recalls recall_tags", "the public columns of a farm, and no other, are named in one statement; pages show what events made"},
	"internal/tag/event":     {"recalls recall_tags", "what recalls name is not shipped, asked in the transaction that makes it"},
	"internal/tag/reach":     {"farms tag_farms tags tag_parents tag_events tag_harvests", "what a recall reaches is sums over what events made, made where the rows are"},
	"internal/tag/stock":     {"tags tag_parents tag_events tag_harvests", "lists and sums of what events made, made where the rows are"},
}

// A table belongs to the one package that writes it; a statement of any other
// that names it is in the list above.
func TestATableBelongsToOnePackage(t *testing.T) {
	names := tables(t)
	writers, readers := map[string]map[string]bool{}, map[string]map[string]string{} // table, package, where
	eachStatement(t, func(file, where, statement string) {
		for table := range tablesIn(writes, statement) {
			if names[table] {
				add(writers, table, path.Dir(file), true)
			}
		}
		for table := range tablesIn(mentions, statement) {
			if names[table] {
				add(readers, table, path.Dir(file), where)
			}
		}
	})
	if len(writers) < 40 {
		t.Fatalf("only %d tables are written: the test no longer finds the statements", len(writers))
	}
	invited := map[string]bool{}
	for table, dirs := range writers {
		if len(dirs) != 1 {
			t.Errorf("%s is written by %v", table, dirs)
		}
		for dir, where := range readers[table] {
			guest := slices.Contains(strings.Fields(guests[dir].tables), table)
			invited[dir+" "+table] = guest
			if !guest && !dirs[dir] {
				t.Errorf("%s: %s names %s, which belongs to %v", where, dir, table, dirs)
			}
		}
	}
	for dir, guest := range guests {
		for _, table := range strings.Fields(guest.tables) {
			if !invited[dir+" "+table] {
				t.Errorf("%s no longer reads %s: take it off the list", dir, table)
			}
		}
	}
}

func TestTablesInStatements(t *testing.T) {
	for statement, want := range map[string]string{
		"SELECT 1 FROM farms f, users AS u, tags":                    "farms tags users",
		"SELECT 1 FROM a\n\tLEFT JOIN b ON EXISTS (SELECT 1 FROM c)": "a b c",
		"DELETE FROM a WHERE id IN (SELECT id FROM \"b\")":           "a b",
		"UPDATE a SET x = 1 FROM b":                                  "a b",
		"insert into a select x from b":                              "a b",
		"INSERT INTO a (x) VALUES (1) ON CONFLICT DO UPDATE SET x":   "a set",
	} {
		if got := strings.Join(slices.Sorted(maps.Keys(tablesIn(mentions, statement))), " "); got != want {
			t.Errorf("%s: %s, want %s", statement, got, want)
		}
	}
}

var (
	writes   = regexp.MustCompile(`(?i)\b(?:INSERT INTO|UPDATE|DELETE FROM|^InsertRows)\s+("?\w+)`)
	mentions = regexp.MustCompile(`(?i)\b(?:FROM|JOIN|INTO|UPDATE|^InsertRows)\s+((?:\w+(?:\s+(?:AS\s+)?\w+)?\s*,\s*)*"?\w+)`)
)

func tablesIn(pattern *regexp.Regexp, statement string) map[string]bool {
	found := map[string]bool{}
	for _, match := range pattern.FindAllStringSubmatch(statement, -1) {
		for _, item := range strings.Split(match[1], ",") {
			found[strings.ToLower(strings.Trim(strings.Fields(item)[0], `"`))] = true
		}
	}
	return found
}

func add[V any](to map[string]map[string]V, table, dir string, value V) {
	if to[table] == nil {
		to[table] = map[string]V{}
	}
	to[table][dir] = value
}

// eachStatement visits the texts of the program in which a statement may stand,
// those that are put together with + as one; InsertRows is a statement by its table.
func eachStatement(t *testing.T, visit func(file, where, statement string)) {
	t.Helper()
	eachGoFile(t, func(file string, _ []string) {
		if strings.HasSuffix(file, "_test.go") || helpers[path.Dir(file)] != "" || strings.HasPrefix(file, "bench/") {
			return
		}
		source, err := fs.ReadFile(root, file)
		if err != nil {
			t.Fatal(err)
		}
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, file, source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(node ast.Node) bool {
			expression, is := node.(ast.Expr)
			if !is {
				return true
			}
			text := textOf(expression)
			if call, is := node.(*ast.CallExpr); is && len(call.Args) > 1 {
				if name, is := call.Fun.(*ast.SelectorExpr); is && name.Sel.Name == "InsertRows" {
					visit(file, files.Position(node.Pos()).String(), "InsertRows "+textOf(call.Args[1]))
				}
			}
			if text != "" {
				visit(file, files.Position(node.Pos()).String(), text)
			}
			return text == "" // else its parts were seen
		})
	})
}

// textOf is the text of a literal, or of several that are put together, with a
// gap for what is not known before the program runs.
func textOf(expression ast.Expr) string {
	switch e := expression.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return text
		}
	case *ast.BinaryExpr:
		if left, right := textOf(e.X), textOf(e.Y); e.Op == token.ADD && left+right != "" {
			return cmp.Or(left, " ? ") + cmp.Or(right, " ? ")
		}
	}
	return ""
}

func tables(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	files, err := fs.Glob(root, "internal/sqldb/migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := fs.ReadFile(root, file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range regexp.MustCompile(`CREATE TABLE (\w+)`).FindAllStringSubmatch(string(text), -1) {
			names[match[1]] = true
		}
	}
	return names
}
