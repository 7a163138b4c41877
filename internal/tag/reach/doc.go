// Package reach keeps what is recalled, and says what that reaches.
//
// What is recalled is a [Choice], which a recall in force keeps: a tag that it means and
// that is made later is recalled in the transaction that makes it ([RecallChosen]).
// [Service.Reckon] says what a choice means and reaches, firm by firm and with the way to each,
// and [Service.Holds] whether it still does;
// [Service.OpenRecalls] which recalls in force reach a farm, which is remembered, as every
// read of a farm's record asks. Whatever changes a recall counts it (countRecall), so that
// the pages of the tags that it names, and of what was made of them, are rendered anew; a
// correction only those of the tags that it came to name, or names no more.
//
// It asks for no right: package recall does, which keeps the book of each recall.
package reach
