// Package upload takes sheets over HTTP and has jobs record them, with a preview,
// progress and a list of refused rows. A job works in the name of whoever sent the
// sheet, and checks anew that they still may. [Uploads] holds the use cases.
//
// Package sheet reads the files; package ledger decides what becomes of them and
// records it. This package has what lies between: the file while it waits, the runs
// of its job, and what people see of it. docs/decisions/0002-uploads-are-staged.md
// says how a long upload is recorded while others go on working.
package upload
