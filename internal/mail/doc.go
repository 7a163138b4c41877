// Package mail sends mail to people.
//
// [Mailer.Send] renders a [Message] with one of the templates and enqueues it in
// the caller's transaction: a rolled back use case sends nothing, a committed
// one sends once the server takes it. The job hands the finished [Letter] to a
// [Sender]: [SMTP] in production, [Folder], which writes .eml files, where no
// server is set; the demo shows those at /dev/mail.
//
// A receiver or a letter that the server refuses for now (4xx) is tried again for
// about a day; what it refuses for good (5xx) is a failed job, which an operator
// sees and may try again. A server that cannot be reached, or takes no letter of
// ours at all, is an outage: the mail waits until that is mended, however long. A
// mail with an expiry is dropped rather than sent late. When it is not known whether
// the server took a mail, it is sent again under the same Message-ID, by which
// the receiving side can tell.
//
// A [Purpose] has jobs and connections of its own: recall notices and password resets
// wait for no other mail. Of one domain at most two mails of a purpose are sent at once,
// and one that takes long lets others pass, so a connection that hangs delays only itself.
//
// An attachment is a stored file. The letter has its name, and the content is
// read when the letter is sent.
//
// Templates are HTML, and the plain text beside it, in the templates folder.
//
// It imports jobs; account and the features send mail with it.
package mail
