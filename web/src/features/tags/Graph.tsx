import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import type { Lineage, LineageNode } from '@/api'
import { dayAndMonth } from '@/shared/lib/days'
import { type FarmSection, TAG_PATH } from '@/shared/lib/farmPaths'
import { deedOf } from '@/shared/lib/tagEventWords'
import recall from '@/shared/ui/RecallMark.module.css'
import edges from '@/shared/ui/Sideways.module.css'
import { useDesk } from '@/shared/ui/useDesk'
import classes from './Graph.module.css'
import { type Drawing, layOut, type Placed } from './layout'
import { amountOf, leftOf, shortId } from './words'

interface Props {
  section: FarmSection
  farmId: string
  lineage: Lineage
}

/** Measures in rem, so that the drawing grows with the text: a tag's size, and what is between two of them. */
const ACROSS = { width: 12, height: 6, along: 7, beside: 1 }
const DOWN = { width: 9.5, height: 6, along: 3.5, beside: 0.75 }

interface Point {
  x: number
  y: number
}

/** Where the corner of each tag is, and how large the whole is. */
function measured({ placed, layers, widest }: Drawing, desk: boolean) {
  const { width, height, along, beside } = desk ? ACROSS : DOWN
  const corner = ({ layer, at }: Placed): Point =>
    desk
      ? { x: layer * (width + along), y: at * (height + beside) }
      : { x: at * (width + beside), y: layer * (height + along) }
  const corners = new Map(placed.map((each) => [each.node._id, corner(each)]))
  const end = corner({ layer: layers - 1, at: widest - 1 } as Placed)
  return { corners, width, height, whole: { width: end.x + width, height: end.y + height } }
}

/** The lineage as a picture: left to right on a desk, top to bottom on a phone. Each tag is a link; the arrow keys follow the lines. */
export function Graph({ section, farmId, lineage }: Props) {
  const desk = useDesk()
  const box = useRef<HTMLElement>(null)
  const drawing = useMemo(() => layOut(lineage), [lineage])
  const { corners, width, height, whole } = measured(drawing, desk)
  const here = lineage.nodes[0]?._id ?? ''
  const start = corners.get(here)
  // What it is about is in sight, without moving the page.
  useLayoutEffect(() => {
    const [part, of] = [box.current, box.current?.firstElementChild]
    if (!part || !of || !start) return
    part.scrollLeft = ((start.x + width / 2) / whole.width) * of.clientWidth - part.clientWidth / 2
  }, [start, width, whole.width])
  return (
    <nav
      ref={box}
      aria-label="Lineage"
      className={`${edges.sideways} ${classes.box}`}
      onKeyDown={(event) => follow(event, drawing, desk)}
    >
      <div className={classes.drawing} style={{ width: `${whole.width}rem`, height: `${whole.height}rem` }}>
        <svg
          aria-hidden="true"
          className={classes.lines}
          viewBox={`0 0 ${whole.width} ${whole.height}`}
          style={{ width: `${whole.width}rem`, height: `${whole.height}rem` }}
        >
          {drawing.edges.map(({ from, to }) => (
            <path key={`${from} ${to}`} d={line(corners.get(from), corners.get(to), { width, height }, desk)} />
          ))}
        </svg>
        {drawing.edges.map(({ from, to, quantity, unit }) => {
          const at = middle(corners.get(from), corners.get(to), { width, height }, desk)
          const words = amountOf(quantity, unit)
          return (
            words && (
              <span
                key={`${from} ${to}`}
                aria-hidden="true"
                className={classes.amount}
                style={{ left: `${at.x}rem`, top: `${at.y}rem` }}
              >
                {words}
              </span>
            )
          )
        })}
        {drawing.placed.map(({ node }) => {
          const { x, y } = corners.get(node._id) ?? { x: 0, y: 0 }
          const style = { left: `${x}rem`, top: `${y}rem`, width: `${width}rem`, height: `${height}rem` }
          return (
            <div key={node._id} className={classes.place} style={style}>
              <TagLink section={section} farmId={farmId} node={node} here={node._id === here}>
                <b>{node.brand || 'Tag'}</b>
                <span>…{shortId(node._id)}</span>
                <span>
                  {[node.event && deedOf(node.event), node.madeOn && dayAndMonth(node.madeOn)]
                    .filter(Boolean)
                    .join(' ')}
                </span>
                <span>{node.recall === null ? (node.own ? leftOf(node) : node.firm) : 'Recalled'}</span>
              </TagLink>
            </div>
          )
        })}
      </div>
    </nav>
  )
}

interface TagLinkProps {
  section: FarmSection
  farmId: string
  node: LineageNode
  here: boolean
  children: ReactNode
}

/** To the tag's page; another firm's tag has only its public one. */
function TagLink({ section, farmId, node, here, children }: TagLinkProps) {
  const look = {
    className: `${classes.tag} ${node.recall === null ? '' : recall.tag}`,
    'data-tag': node._id,
    'aria-current': here ? ('page' as const) : undefined,
  }
  return node.own ? (
    <Link to={TAG_PATH[section]} params={{ farmId, tagId: node._id }} {...look}>
      {children}
    </Link>
  ) : (
    <a href={`/tag/${node._id}`} {...look}>
      {children}
    </a>
  )
}

type Size = { width: number; height: number }

/** From the far side of a tag to the near side of the next. */
function ends(from: Point = { x: 0, y: 0 }, to: Point = from, { width, height }: Size, desk: boolean): [Point, Point] {
  return desk
    ? [
        { x: from.x + width, y: from.y + height / 2 },
        { x: to.x, y: to.y + height / 2 },
      ]
    : [
        { x: from.x + width / 2, y: from.y + height },
        { x: to.x + width / 2, y: to.y },
      ]
}

function middle(from: Point | undefined, to: Point | undefined, size: Size, desk: boolean): Point {
  const [a, b] = ends(from, to, size, desk)
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

function line(from: Point | undefined, to: Point | undefined, size: Size, desk: boolean): string {
  const [a, b] = ends(from, to, size, desk)
  const half = middle(from, to, size, desk)
  return desk
    ? `M${a.x} ${a.y}C${half.x} ${a.y} ${half.x} ${b.y} ${b.x} ${b.y}`
    : `M${a.x} ${a.y}C${a.x} ${half.y} ${b.x} ${half.y} ${b.x} ${b.y}`
}

/** The arrow keys along the lines, and to the next tag of the same layer. */
function follow(event: KeyboardEvent<HTMLElement>, { placed, edges }: Drawing, desk: boolean) {
  const id = (event.target as Element).getAttribute('data-tag')
  const at = placed.findIndex(({ node }) => node._id === id)
  const [back, on, before, after] = desk
    ? ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
    : ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']
  const sibling = (other: Placed | undefined) => (other?.layer === placed[at]?.layer ? other?.node._id : undefined)
  const next = {
    [back as string]: () => edges.find(({ to }) => to === id)?.from,
    [on as string]: () => edges.find(({ from }) => from === id)?.to,
    [before as string]: () => sibling(placed[at - 1]),
    [after as string]: () => sibling(placed[at + 1]),
  }[event.key]
  if (at < 0 || !next) return
  event.preventDefault()
  event.currentTarget.querySelector<HTMLElement>(`[data-tag="${next()}"]`)?.focus()
}
