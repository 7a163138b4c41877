// Package upload takes sheets over HTTP and lets jobs record them, with a
// preview, progress and a list of refused rows, in the name of whoever sent
// them, whose rights are looked at again then. [Uploads] holds the use cases.
//
// Package sheet reads the files, package ledger decides and records what they
// say. Here is what lies between: the file on its way, its runs, and what people
// are told. docs/decisions/0002-uploads-are-staged.md says how a long
// upload is recorded while others go on.
package upload
