// Package account knows the people: users, the groups they are in, how they
// sign in and the sessions that this opens.
//
// A password is kept as argon2id, a session token and a reset key only as a
// SHA-256 digest. Signing in answers the same words in the same time whether
// the account is unknown, inactive, locked or the password wrong. A session
// dies when it was idle too long, when it is too old, at sign-out, and when the
// user's password, groups or state change.
//
// Package rest asks [Service.Authenticate] who is behind a bearer token. Which
// farms a user may see is the business of package farm.
package account
