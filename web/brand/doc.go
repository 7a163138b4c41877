// Package brand is the mark and the product's name as drawings: as paths of SVG, and the name
// on documents. The web app has the same mark (web/test/brand.test.ts holds them together).
package brand
