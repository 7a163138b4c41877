// Package people says who works with a farm and what each of them may do: the page People,
// and the invitations by which somebody comes.
//
// A link of package farm has a level, and the gates there ask for it; here it is given,
// changed and taken. Those who manage the farm do that, and staff who may link users to
// farms. Nobody manages a farm out of its last manager's hands: who manages it by a link
// goes or steps back only where another manages it too.
//
// An invitation is good once and for a week. Its mail has a token of which the digest alone
// is stored. Whether it holds is asked again when it is accepted, in the same transaction:
// whoever invited must still be allowed to, and the farm must be there. A new account is made
// by its person, with a password of their own; an account that is there already accepts when
// it is signed in and has the address that was invited. Neither signs anybody in.
//
// Without a farm, an invitation brings somebody to the platform, in no group.
package people
