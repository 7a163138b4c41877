import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** What the server and the size gate learn of a build, from dist/app/.pages.json.gz. */
interface Pages {
  /** What index.html names, and every page has. */
  main: string[]
  /** The paths that have a page, {name} for a part that varies, and what it has beside main. Of rows with one path the first counts whose query fits. */
  pages: { path: string; query?: Record<string, string>; files: string[] }[]
  /** What comes when a person asks for it, without what is there by then. */
  later: { name: string; files: string[] }[]
}

type Chunk = Rolldown.OutputChunk
type Files = ReadonlySet<string>

/** What an address says that its page will load later; an empty value stands for a name that is missing. */
const FARM = [
  { query: { tab: 'info' }, later: 'farm.record.FarmRecord' },
  { query: { tab: 'reports' }, later: 'farm.charts.FarmReports' },
  { query: { tab: 'tagging' }, later: 'farm.FarmTagging' },
  { query: { tab: '' }, later: 'farm.FarmToday' },
]
const SAID: Record<string, { query: Record<string, string>; later: string }[]> = {
  'farms.$farmId': FARM,
  'manage.$farmId': FARM,
}

/** It asks for what a page begins with, before the rest has loaded (src/opened.ts). */
const EARLY = 'opened'

const ROUTE = /\/src\/routes\/(.+)\.tsx\?tsr-split=component$/

const routesIn = (chunk: Chunk) => chunk.moduleIds.flatMap((id) => ROUTE.exec(id)?.[1] ?? [])
const union = (...sets: Files[]) => new Set(sets.flatMap((set) => [...set]))
const without = (files: Files, had: Files) => [...files].filter((file) => !had.has(file))

function pathOf(route: string): string {
  const parts = route.replace('_public/', '').split('.')
  return `/${parts.filter((part) => part !== 'index').join('/')}`.replace(/\$(\w+?)_?(?=\/|$)/g, '{$1}')
}

function pagesOf(bundle: Rolldown.OutputBundle): Pages {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const routes = chunks.flatMap(routesIn)

  /** The files of the chunk, and of all that it imports; those have their styles before its own. */
  const filesOf = (is: (chunk: Chunk) => boolean, files = new Set<string>()): Set<string> => {
    const chunk = chunks.find(is)
    if (!chunk) throw new Error('pages: a chunk is missing from the build')
    if (files.has(chunk.fileName)) return files
    files.add(chunk.fileName)
    for (const next of chunk.imports) filesOf(({ fileName }) => fileName === next, files)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    return files
  }
  const main = filesOf(({ isEntry, name }) => isEntry && name !== EARLY)

  /** A page within the areas around it. */
  const page = (route: string) => {
    const around = routes.filter((other) => route.startsWith(`${other}.`) || route.startsWith(`${other}/`))
    return union(...[...around, route].map((part) => filesOf((chunk) => routesIn(chunk).includes(part))))
  }
  const rowsOf = (route: string): Pages['pages'] => {
    const row = { path: pathOf(route), files: without(page(route), main) }
    const more = (SAID[route] ?? []).map(({ query, later }) => {
      const files = filesOf((chunk) => chunk.name === later)
      return { ...row, query, files: without(union(page(route), files), main) }
    })
    return [...more, row]
  }

  const isArea = (route: string) => routes.includes(`${route}.index`) || routes.includes(`${route}/index`)
  const isSplat = (route: string) => route.endsWith('.$')
  const asked = new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports))
  const later = chunks.filter((chunk) => asked.has(chunk.fileName) && routesIn(chunk).length === 0)
  return {
    main: [...main],
    pages: routes.filter((route) => !isArea(route) && !isSplat(route)).flatMap(rowsOf),
    later: later.map((chunk) => {
      const before = chunks.filter((one) => one !== chunk && one.dynamicImports.includes(chunk.fileName))
      const [of] = Object.entries(SAID).find(([, said]) => said.some(({ later }) => later === chunk.name)) ?? []
      // What an address says is asked for by every page's code, but only on its page.
      const had = of ? union(main, page(of)) : union(main, ...before.map((one) => filesOf((each) => each === one)))
      return {
        name: chunk.name,
        files: without(
          filesOf((each) => each === chunk),
          had,
        ),
      }
    }),
  }
}

export function pages(): Plugin {
  return {
    name: 'pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(
          new RegExp(`<link rel="modulepreload" crossorigin href="(/assets/${EARLY}-[^"]+)">`),
          '<script type="module" async fetchpriority="high" crossorigin src="$1"></script>',
        ),
    },
    generateBundle: {
      // Once the chunks know their styles.
      order: 'post',
      handler(_, bundle) {
        const source = gzipSync(JSON.stringify(pagesOf(bundle)), { level: 9 })
        this.emitFile({ type: 'asset', fileName: '.pages.json.gz', source })
      },
    },
  }
}
