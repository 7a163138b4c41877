// Package asked keeps what farms ask staff for: a recall, which only who has the permission
// may declare. A request is answered once, by a recall or by a refusal with its reason, or
// taken back by its farm while nobody has answered.
package asked
