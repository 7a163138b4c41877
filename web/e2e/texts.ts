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

/** The texts that calls of the API take, by the document of the API: which of them were sent, and which never. */
export class Texts {
  private readonly sent = new Set<string>()

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
    for (const [at, schema] of this.bodies()) {
      const [verb, template = ''] = at.split(' ')
      const like = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
      if (verb !== method.toLowerCase() || !like.test(path)) continue
      for (const [field, value] of this.leaves(schema, '', body))
        if (typeof value === 'string' && this.counts(value)) this.sent.add(field)
    }
  }

  /** Fields by what they are a part of ('Choice.area'), so that calls with the same part need one of them to send it. */
  never(): string[] {
    const all = [...this.bodies()].flatMap(([, schema]) => [...this.leaves(schema, '')].map(([field]) => field))
    return [...new Set(all)].filter((field) => !this.sent.has(field)).sort()
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

  private *leaves(schema: Schema, name: string, value?: unknown): Generator<[string, unknown]> {
    if (schema.$ref) {
      const part = schema.$ref.split('/').at(-1) ?? ''
      yield* this.leaves(this.document.components.schemas[part] ?? {}, part, value)
    } else if (schema.items) {
      for (const one of Array.isArray(value) ? value : [undefined]) yield* this.leaves(schema.items, name, one)
    } else if (schema.properties) {
      for (const [key, of] of Object.entries(schema.properties))
        yield* this.leaves(of, `${name}.${key}`, (value as Record<string, unknown> | undefined)?.[key])
    } else if (!schema.enum && [schema.type].flat().includes('string')) yield [name, value]
  }
}
