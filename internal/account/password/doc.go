// Package password hashes passwords and says which new ones are accepted.
//
// A password is kept as argon2id. Few are hashed at a time, so that a crowd at the
// sign-in cannot take the memory of the process, and callers who are not trusted
// never hold every slot ([Requester]). A new password must be long and not among
// those that are guessed first (the folder blocklist); nothing is asked about its
// characters ([Rules]).
//
// Whose password it is, how failed sign-ins are counted and how long an account
// stays locked is the business of package account.
package password
