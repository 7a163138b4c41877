import { Link, useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { FarmRow } from '@/api'
import { Skeleton } from '@/shared/ui/Skeleton'
import classes from './FarmRows.module.css'
import { DETAIL_PATH, type FarmArea, joined } from './model'
import { Tick } from './Tick'

interface Props {
  area: FarmArea
  rows: FarmRow[]
}

/** A table on a desk, cards on a phone: the same elements, laid out by CSS. */
export function FarmRows({ area, rows }: Props) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Paper discount</th>
          <th scope="col">Place</th>
          <th scope="col">
            <span className="visually-hidden">Details</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((farm) => (
          <Row key={farm._id} area={area} farm={farm} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ area, farm }: { area: FarmArea; farm: FarmRow }) {
  const navigate = useNavigate()
  const detail = { to: DETAIL_PATH[area], params: { farmId: farm._id } } as const
  // The link inside serves the keyboard and new tabs; the rest of the row is only a larger target for the pointer.
  const open = (event: MouseEvent) => {
    const onLink = (event.target as Element).closest('a')
    if (!onLink && !window.getSelection()?.toString()) navigate(detail)
  }
  return (
    <tr onClick={open}>
      <th scope="row" className={classes.name}>
        <span className={classes.serif}>{farm.name}</span>
        {farm.companyName && <span className={classes.company}> ({farm.companyName})</span>}
      </th>
      <td className={classes.type}>{farm.type}</td>
      <td className={classes.discount}>{farm.paperDiscount && <Tick label="Paper discount" />}</td>
      <td className={classes.place}>{joined(farm.city, farm.state, farm.country)}</td>
      <td className={classes.action}>
        <Link {...detail} aria-label={`View Details of ${farm.name}`}>
          View Details
        </Link>
      </td>
    </tr>
  )
}

export function FarmRowsSkeleton({ rows }: { rows: number }) {
  return (
    <div role="status" className={classes.skeleton}>
      <span className="visually-hidden">Loading farms...</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike.
        <div key={row} className={classes.skeletonRow}>
          <Skeleton height="100%" />
        </div>
      ))}
    </div>
  )
}
