/** The product's name, the only place where the front end spells it. */
export const PRODUCT = 'Merroir'
