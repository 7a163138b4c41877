import drawn from '../brand/wordmark.svg?raw'

/** A shell outline and two rings of growth, 24 units wide and high. */
export const SHELL =
  'M13.2 2.2c4.9 0 8.3 3.7 8.3 8.8 0 6.2-4.7 10.8-10.6 10.8-5 0-8.4-3.4-8.4-8.2 0-6.5 4.6-11.4 10.7-11.4Z'
export const RINGS = 'M7 14.6c0-4.3 2.9-7.3 6.9-7.4M11 15.8c0-2.6 1.7-4.4 4.1-4.5'

/** The product's name from the outlines of TeX Gyre Pagella: no phone need have the font. Its line is at 170 of 240. */
export const WORDMARK = / d="([^"]+)"/.exec(drawn)?.[1] ?? ''
export const WORDMARK_BOX = /viewBox="([^"]+)"/.exec(drawn)?.[1] ?? ''
