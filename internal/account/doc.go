// Package account knows the people: users, the groups they are in, what these
// let them do, how they sign in and the sessions that this opens.
//
// A user is in built-in groups (root, admin, farm manager) and in admin groups
// with permissions; [Service.Authenticate] reads both with every request, and a
// use case that changes people reads them again in its transaction ([Manage]).
// Nobody gives a right that they do not have or acts on the account of a user who
// may do more, or on more farms; the last active root stays, and nobody locks
// themselves out. Every change is recorded in the trail of package audit.
//
// A password is kept as a hash of package password, and every token, key, ticket and recovery code
// only as a SHA-256 digest; the secret of an authenticator app is encrypted with a
// key that is not in the database. Signing in answers the same words in the same
// time whether the account is unknown, inactive, locked or the password wrong;
// only who gave the right one is asked for the code of a second factor. Wrong
// tries close an account for a quarter of an hour at most, and not where its user
// has signed in before. What changes how somebody signs in takes a proof that it
// is they ([Service.Prove]).
//
// A session dies when it was idle too long, when it is too old, at sign-out, when
// its user or an admin ends it, and when the user's password, address,
// groups or state change. That it is in use is stored in the background
// ([Service.Flush]). Another app signs a user in with a ticket ([Service.Mint],
// [Service.Redeem]), which is good once and for a minute.
//
// Package rest asks [Service.Authenticate] who is behind a bearer token. Which
// farms a user may see is the business of package farm.
package account
