package app_test

import "os"

// root is the repository.
var root = os.DirFS("../..")
