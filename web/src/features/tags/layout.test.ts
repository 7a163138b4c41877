import { expect, test } from 'vitest'
import type { Lineage } from '@/api'
import { layOut, nearest } from './layout'

const lineage = (ids: string, edges: string): Pick<Lineage, 'nodes' | 'edges'> => ({
  nodes: [...ids].map((_id) => ({ _id }) as Lineage['nodes'][number]),
  edges: edges
    .split(' ')
    .filter(Boolean)
    .map(([from = '', to = '']) => ({ from, to, quantity: null, unit: '' })),
})
const layers = (ids: string, edges: string) =>
  layOut(lineage(ids, edges)).placed.map(({ node, layer, at }) => `${node._id}${layer}:${at}`)

test('TAG-3 every tag stands in a layer after all that it was made of', () => {
  expect(layers('t', '')).toEqual(['t0:0'])
  expect(layers('tabc', 'at bt tc')).toEqual(['a0:0', 'b0:1', 't1:0.5', 'c2:0.5'])
  // Made of a harvest and of what was made of that.
  expect(layers('tab', 'ab at bt')).toEqual(['a0:0', 'b1:0', 't2:0'])
})

test('TAG-3 a tag that joins late stands beside what it joins', () => {
  expect(layers('tabc', 'ab bt ct')).toEqual(['a0:0.5', 'b1:0', 'c1:1', 't2:0.5'])
})

test('TAG-3 within a layer tags stand across from their neighbours, so that fewer lines cross', () => {
  const drawn = layers('tabcd', 'at bt tc td')
  expect(drawn).toEqual(['a0:0', 'b0:1', 't1:0.5', 'c2:0', 'd2:1'])
  expect(layers('tabxy', 'xa yb at bt')).toEqual(['x0:0', 'y0:1', 'a1:0', 'b1:1', 't2:0.5'])
  expect(layers('tabyx', 'xa yb at bt')).toEqual(['y0:0', 'x0:1', 'b1:0', 'a1:1', 't2:0.5'])
})

test('TAG-3 of a large lineage the nearest tags are drawn, each with its edges', () => {
  const line = lineage('tabcd', 'ba at cb tc'.replace('tc', '')) // c, b, a, t in a row; d apart
  expect(nearest(line, 3).map(({ _id }) => _id)).toEqual(['t', 'a', 'b'])
  const drawing = layOut(line, 3)
  expect(drawing.edges.map(({ from, to }) => from + to)).toEqual(['ba', 'at'])
  expect(nearest(line).length).toBe(5)
})
