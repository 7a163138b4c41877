import { Fragment, isValidElement, type ReactNode } from 'react'

const VOID = new Set(['img', 'link', 'meta'])
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }

/**
 * The markup that React's static renderer gives for what the pages of this folder are made of, at a tenth of its
 * cost: the server's engine has no compiler. It knows plain components without state, and refuses anything else.
 */
export function markup(node: ReactNode): string {
  if (node === null || node === undefined || typeof node === 'boolean') return ''
  if (typeof node === 'string' || typeof node === 'number') return escaped(String(node))
  if (Array.isArray(node)) {
    let all = ''
    for (const one of node) all += markup(one)
    return all
  }
  if (!isValidElement<Record<string, unknown>>(node)) throw new Error('that cannot be rendered')
  const { type, props } = node
  if (typeof type === 'function') return markup((type as (props: unknown) => ReactNode)(props))
  if ((type as unknown) === Fragment) return markup(props.children as ReactNode)
  if (typeof type !== 'string') throw new Error('that cannot be rendered')
  const open = `<${type}${attributes(props)}`
  if (VOID.has(type)) return `${open}/>`
  return `${open}>${inside(type, props.children as ReactNode)}</${type}>`
}

function attributes(props: Record<string, unknown>): string {
  let all = ''
  for (const name in props) {
    const value = props[name]
    if (name === 'children' || value === undefined || value === null || value === false) continue
    if (typeof value !== 'string' && typeof value !== 'number' && !(value === true && name.startsWith('aria-')))
      throw new Error(`${name} cannot be rendered`)
    all += ` ${name === 'className' ? 'class' : name}="${escaped(String(value))}"`
  }
  return all
}

/** What a browser reads as it is must not end its element. */
function inside(type: string, children: ReactNode): string {
  if (type !== 'script' && type !== 'style') return markup(children)
  if (typeof children !== 'string') throw new Error(`a ${type} is a text`)
  if (/<[/!]|<script/i.test(children)) throw new Error(`a ${type} must not be able to end`)
  return children
}

function escaped(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (found) => ESCAPES[found] as string) : text
}
