// Package account is about people: users, the groups they are in, what these let
// them do, how they sign in and the sessions that this opens.
//
// A user is in built-in groups (root, admin, farm manager) and in admin groups
// with permissions; [Service.Authenticate] reads both at every request, and a
// use case that changes people reads them again in its transaction ([Manage]).
// Nobody gives a right that they do not have or acts on the account of a user who
// may do more, or on more farms; the last active root stays, and nobody locks
// themselves out. Every change is recorded in the trail of package audit.
//
// A password is stored as a hash (package password), and every token, key, ticket
// and recovery code only as a SHA-256 digest; the secret of an authenticator app
// is encrypted with a key that is not in the database. A failed sign-in gives the
// same words in the same time whether the account is unknown, inactive or locked
// or the password wrong; only those who gave the right one are asked for the code
// of a second factor. Failed tries lock an account for a quarter of an hour at
// most, and not on networks where its user has signed in before. Changing how
// somebody signs in takes a proof that it is really them ([Service.Prove]).
//
// A session ends when it has been idle too long, when it is too old, at sign-out, when
// its user or an admin ends it, and when the user's password, address,
// groups or state change. Its last use is stored in the background
// ([Service.Flush]). Where somebody stays signed in, a stay opens sessions without
// the password ([Service.Resume]), and ends with all that ends them. Another app signs a user in with a ticket ([Service.Mint],
// [Service.Redeem]), which works once, within a minute.
//
// Package rest asks [Service.Authenticate] who is behind a bearer token. Which
// farms a user may see is the business of package farm.
package account
