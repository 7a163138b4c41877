// Package brand draws the product's name on documents, from the file that the web
// app and the tag page have it from.
package brand
