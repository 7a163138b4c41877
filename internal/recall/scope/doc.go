// Package scope says what a recall is about: what it chooses ([Choice]), what that reaches, firm
// by firm, as a person looks at it before a yes ([Of]), and who may look at recalls and enter
// something. A choice is looked at in the same way for a recall, a drill and a request.
package scope
