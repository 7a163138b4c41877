// Command pocketbase serves the data of many tags with PocketBase, from a SQLite file
// of its own. The bench starts it; it is a module of its own so that the product does
// not depend on PocketBase.
package main

import (
	"flag"
	"log"
	"os"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	_ "github.com/pocketbase/pocketbase/migrations" // the tables that PocketBase itself needs
	"github.com/pocketbase/pocketbase/tools/types"
)

func main() {
	dir := flag.String("dir", "", "empty folder for the database")
	example := flag.String("example", "", "file with a tag's data as JSON, which all tags get")
	tags := flag.Int("tags", 0, "how many")
	address := flag.String("addr", "", "where to listen")
	flag.Parse()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: *dir})
	if err := app.Bootstrap(); err != nil {
		log.Fatal(err)
	}
	if err := app.RunAllMigrations(); err != nil {
		log.Fatal(err)
	}
	text, err := os.ReadFile(*example)
	if err != nil {
		log.Fatal(err)
	}
	if err := fill(app, *tags, string(text)); err != nil {
		log.Fatal(err)
	}
	log.Fatal(apis.Serve(app, apis.ServeConfig{HttpAddr: *address}))
}

// fill makes a collection that anyone may read, with the members of the example as its
// fields. The rows are written by one statement: a record each would take minutes.
func fill(app core.App, tags int, example string) error {
	collection := core.NewBaseCollection("tags")
	collection.ViewRule = types.Pointer("")
	id := collection.Fields.GetByName(core.FieldNameId).(*core.TextField)
	id.Min, id.Max, id.AutogeneratePattern = 24, 24, "[0-9a-f]{24}"
	collection.Fields.Add(&core.JSONField{Name: "farm"}, &core.JSONField{Name: "tag"}, &core.JSONField{Name: "rootTag"}, &core.JSONField{Name: "recall"})
	if err := app.Save(collection); err != nil {
		return err
	}
	_, err := app.NonconcurrentDB().NewQuery(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {:tags})
		INSERT INTO tags (id, farm, tag, rootTag, recall)
		SELECT printf('7a%022x', i), {:example} -> 'farm', json_set({:example} -> 'tag', '$._id', printf('7a%022x', i)), {:example} -> 'rootTag', {:example} -> 'recall' FROM n`).
		Bind(dbx.Params{"tags": tags, "example": example}).Execute()
	return err
}
