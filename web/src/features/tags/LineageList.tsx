import { Link } from '@tanstack/react-router'
import { Fragment, useMemo } from 'react'
import type { Lineage, LineageEdge, LineageNode } from '@/api'
import { type FarmSection, TAG_PATH } from '@/shared/lib/farmPaths'
import { RecallMark } from '@/shared/ui/RecallMark'
import { useParts } from '@/shared/ui/useParts'
import { layOut } from './layout'
import classes from './Tags.module.css'
import { amountOf, nameOf, toldOf } from './words'

interface Props {
  section: FarmSection
  farmId: string
  lineage: Lineage
}

const AT_ONCE = 100

/** The lineage in words, from what was harvested to what was made last: all that the graph shows, and what is too much for it. */
export function LineageList({ section, farmId, lineage }: Props) {
  const { rows, of } = useMemo(() => ordered(lineage), [lineage])
  const { shown, more } = useParts(rows, AT_ONCE)
  const here = lineage.nodes[0]?._id
  const nodes = useMemo(() => new Map(lineage.nodes.map((node) => [node._id, node])), [lineage])
  const link = (node: LineageNode) =>
    node.own ? (
      <Link to={TAG_PATH[section]} params={{ farmId, tagId: node._id }}>
        {nameOf(node.brand, node._id)}
      </Link>
    ) : (
      <a href={`/tag/${node._id}`}>{nameOf(node.brand, node._id)}</a>
    )
  return (
    <>
      <ol className={classes.lineage} aria-label="Lineage in words">
        {shown.map((node) => (
          <li key={node._id} aria-current={node._id === here ? 'true' : undefined}>
            {link(node)}
            {node._id === here && ' (this tag)'}
            {toldOf(node)}
            {(of.get(node._id) ?? []).map(({ from, quantity, unit }, at) => {
              const parent = nodes.get(from)
              const amount = amountOf(quantity, unit)
              return (
                parent && (
                  <Fragment key={from}>
                    {at === 0 ? '; made of ' : ', '}
                    {link(parent)}
                    {amount && ` (${amount})`}
                  </Fragment>
                )
              )
            })}{' '}
            <RecallMark party={node.recall} />
          </li>
        ))}
      </ol>
      {more}
    </>
  )
}

function ordered(lineage: Lineage): { rows: LineageNode[]; of: Map<string, LineageEdge[]> } {
  const of = new Map<string, LineageEdge[]>()
  for (const edge of lineage.edges) of.set(edge.to, [...(of.get(edge.to) ?? []), edge])
  return { rows: layOut(lineage, lineage.nodes.length).placed.map(({ node }) => node), of }
}
