import { PRODUCT } from './product'

/** What the server tells the page in its config island (index.html). */
export interface Config {
  /** Address of the separate web app where farms edit their own details. */
  farmAppUrl: string
  websiteUrl: string
  /** True on a server started with --demo: the demo accounts are then no secret. */
  demo: boolean
  /** The apps' own URL schemes, for "Back to app" after a password reset. */
  appUrls: Record<string, string>
  /** The origins of the mobile shells that may frame the reports and hear what is chosen there. */
  shellOrigins: readonly string[]
}

const DEFAULTS: Config = {
  farmAppUrl: '',
  websiteUrl: '',
  demo: false,
  appUrls: { distributor: `${PRODUCT.toLowerCase()}-distributor://`, farmer: `${PRODUCT.toLowerCase()}-farmer://` },
  shellOrigins: [],
}

/** Reads the island; a page without one (a test, a broken deploy) gets the defaults. */
export function readConfig(root: Document = document): Config {
  const text = root.getElementById('merroir-config')?.textContent ?? ''
  try {
    return { ...DEFAULTS, ...(JSON.parse(text) as Partial<Config>) }
  } catch {
    return DEFAULTS
  }
}

export const config = readConfig()
