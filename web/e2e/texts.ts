import { readFile } from 'node:fs/promises'

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  items?: Schema
  properties?: Record<string, Schema>
}

interface Operation {
  requestBody?: { content: Record<string, { schema?: Schema }> }
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** A field, what it has, and the way to it. */
type Leaf = [string, unknown, string[]]
type Node = Record<string, unknown>

/** The texts that calls of the API take, by the document of the API: which of them were sent, and which never. */
export class Texts {
  private readonly sent = new Set<string>()
  private readonly turned = new Set<string>()

  private constructor(
    private readonly document: Document,
    private readonly paths: RegExp,
    private readonly counts: (text: string) => boolean,
  ) {}

  /** Of the calls at such paths; a text counts as sent if it is one of those that are looked for. */
  static async of(paths: RegExp, counts: (text: string) => boolean): Promise<Texts> {
    const file = await readFile(new URL('../openapi/openapi.json', import.meta.url), 'utf8')
    return new Texts(JSON.parse(file), paths, counts)
  }

  take(method: string, path: string, body: unknown): void {
    for (const [field, value] of this.fields(method, path, body))
      if (typeof value === 'string' && this.counts(value)) this.sent.add(field)
  }

  /** The body once more for each field that it has or could have and that was not yet turned into this: with this in it. */
  *with(text: string, method: string, path: string, body: unknown): Generator<[string, unknown]> {
    for (const [field, , steps] of [...this.fields(method, path, body)]) {
      const copy = structuredClone(body)
      if (this.turned.has(field) || !put(copy, steps, text)) continue
      this.turned.add(field)
      yield [field, copy]
    }
  }

  /** Fields that no body could have. */
  unturned(): string[] {
    return this.all().filter((field) => !this.turned.has(field))
  }

  /** Fields by what they are a part of ('Choice.area'), so that calls with the same part need one of them to send it. */
  never(): string[] {
    return this.all().filter((field) => !this.sent.has(field))
  }

  private all(): string[] {
    const all = [...this.bodies()].flatMap(([, schema]) => [...this.leaves(schema, '')].map(([field]) => field))
    return [...new Set(all)].sort()
  }

  private *fields(method: string, path: string, body: unknown): Generator<Leaf> {
    for (const [at, schema] of this.bodies()) {
      const [verb, template = ''] = at.split(' ')
      const like = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
      if (verb === method.toLowerCase() && like.test(path)) yield* this.leaves(schema, '', body)
    }
  }

  private *bodies(): Generator<[string, Schema]> {
    for (const [path, operations] of Object.entries(this.document.paths)) {
      if (!this.paths.test(path)) continue
      for (const [method, operation] of Object.entries(operations)) {
        const schema = operation.requestBody?.content['application/json']?.schema
        if (schema) yield [`${method} ${path}`, schema]
      }
    }
  }

  private *leaves(schema: Schema, name: string, value?: unknown, steps: string[] = []): Generator<Leaf> {
    if (schema.$ref) {
      const part = schema.$ref.split('/').at(-1) ?? ''
      yield* this.leaves(this.document.components.schemas[part] ?? {}, part, value, steps)
    } else if (schema.items) {
      for (const [at, one] of (Array.isArray(value) ? value : [undefined]).entries())
        yield* this.leaves(schema.items, name, one, [...steps, String(at)])
    } else if (schema.properties) {
      for (const [key, of] of Object.entries(schema.properties))
        yield* this.leaves(of, `${name}.${key}`, (value as Node | undefined)?.[key], [...steps, key])
    } else if (!schema.enum && [schema.type].flat().includes('string')) yield [name, value, steps]
  }
}

/** Puts a text where these steps lead, in a list also if there is none yet; false if there is nothing to have it. */
function put(body: unknown, steps: string[], text: string): boolean {
  let at = body as Node | undefined
  for (const [index, step] of steps.slice(0, -1).entries()) {
    if (at && steps[index + 1] === '0') at[step] ??= []
    at = at?.[step] as Node | undefined
  }
  if (!at) return false
  at[steps.at(-1) ?? ''] = text
  return true
}
