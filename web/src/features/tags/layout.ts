import type { Lineage, LineageEdge, LineageNode } from '@/api'

/** A tag in its place: in which layer, and at which place there. */
export interface Placed {
  node: LineageNode
  layer: number
  at: number
}

export interface Drawing {
  placed: Placed[]
  edges: LineageEdge[]
  layers: number
  /** The most tags that one layer has. */
  widest: number
}

/** More than this many tags are no longer a picture. */
export const DRAWN_MOST = 60
const SWEEPS = 4

/** What the tags of each are made of, or made into. */
function neighbours(edges: readonly LineageEdge[], end: 'from' | 'to'): Map<string, string[]> {
  const other = end === 'from' ? 'to' : 'from'
  const found = new Map<string, string[]>()
  for (const edge of edges) found.set(edge[end], [...(found.get(edge[end]) ?? []), edge[other]])
  return found
}

/** The tags nearest to the first, as many as can be drawn. */
export function nearest({ nodes, edges }: Pick<Lineage, 'nodes' | 'edges'>, most = DRAWN_MOST): Lineage['nodes'] {
  const [first] = nodes
  if (!first || nodes.length <= most) return nodes
  const [into, of] = [neighbours(edges, 'from'), neighbours(edges, 'to')]
  const near = new Set([first._id])
  for (const id of near) {
    for (const next of [...(of.get(id) ?? []), ...(into.get(id) ?? [])]) if (near.size < most) near.add(next)
  }
  return nodes.filter(({ _id }) => near.has(_id))
}

/** In which layer each tag stands: after all that it was made of, and no further from these than must be. */
function layersOf(nodes: readonly LineageNode[], edges: readonly LineageEdge[]): Map<string, number> {
  const [of, into] = [neighbours(edges, 'to'), neighbours(edges, 'from')]
  const layers = new Map<string, number>()
  const waits = new Map(nodes.map(({ _id }) => [_id, of.get(_id)?.length ?? 0]))
  const ready = nodes.filter(({ _id }) => waits.get(_id) === 0).map(({ _id }) => _id)
  for (const id of ready) {
    layers.set(id, Math.max(-1, ...(of.get(id) ?? []).map((parent) => layers.get(parent) ?? -1)) + 1)
    for (const child of into.get(id) ?? []) {
      const left = (waits.get(child) ?? 0) - 1
      waits.set(child, left)
      if (left === 0) ready.push(child)
    }
  }
  // What came in late stands right before what was made of it.
  for (const id of [...ready].reverse()) {
    const children = into.get(id) ?? []
    if (children.length > 0) layers.set(id, Math.min(...children.map((child) => layers.get(child) ?? 0)) - 1)
  }
  return layers
}

/** Layers from what was harvested to what was made last; within each, tags stand across from their neighbours. */
export function layOut(lineage: Pick<Lineage, 'nodes' | 'edges'>, most = DRAWN_MOST): Drawing {
  const nodes = nearest(lineage, most)
  const known = new Set(nodes.map(({ _id }) => _id))
  const edges = lineage.edges.filter(({ from, to }) => known.has(from) && known.has(to))
  const layers = layersOf(nodes, edges)
  const rows: string[][] = []
  for (const { _id } of nodes) {
    const layer = layers.get(_id) ?? 0
    rows[layer] = [...(rows[layer] ?? []), _id]
  }
  const place = new Map<string, number>()
  const settle = (row: string[]) => {
    for (const [at, id] of row.entries()) place.set(id, at - (row.length - 1) / 2)
  }
  for (const row of rows) settle(row ?? [])
  const [of, into] = [neighbours(edges, 'to'), neighbours(edges, 'from')]
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const [order, beside] = sweep % 2 === 0 ? [rows, of] : [[...rows].reverse(), into]
    for (const row of order) {
      const middle = (id: string) => {
        const others = beside.get(id) ?? []
        if (others.length === 0) return place.get(id) ?? 0
        return others.reduce((sum, other) => sum + (place.get(other) ?? 0), 0) / others.length
      }
      row?.sort((a, b) => middle(a) - middle(b))
      settle(row ?? [])
    }
  }
  const widest = Math.max(1, ...rows.map((row) => row?.length ?? 0))
  const placed = nodes.map((node) => ({
    node,
    layer: layers.get(node._id) ?? 0,
    at: (place.get(node._id) ?? 0) + (widest - 1) / 2,
  }))
  return {
    placed: placed.sort((a, b) => a.layer - b.layer || a.at - b.at),
    edges,
    layers: Math.max(1, rows.length),
    widest,
  }
}
