import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type MouseEvent, useRef } from 'react'
import type { FarmRow } from '@/api'
import { DETAIL_PATH, type FarmSection, LIST_PATH } from '@/shared/lib/farmPaths'
import { joined } from '@/shared/lib/joined'
import { moves } from '@/shared/lib/motion'
import { ListTable, listCells, OpeningRow } from '@/shared/ui/ListTable'
import { Cell, RowHead } from '@/shared/ui/Table'
import type { MoreOfFarms } from './FarmList'
import classes from './FarmRows.module.css'
import tick from './Tick.module.css'

interface Props {
  section: FarmSection
  rows: FarmRow[]
  more?: MoreOfFarms
}

const COLUMNS = ['Name', 'Type', 'Paper discount', 'Place']

export function FarmRows({ section, rows, more }: Props) {
  const chosen = section === 'farms' && (more?.columns.length ?? 0) > 0
  return (
    <ListTable
      columns={more ? [...COLUMNS, ...more.columns] : COLUMNS}
      action="Details"
      className={chosen ? classes.beside : undefined}
    >
      {rows.map((farm) => (
        <FarmLine key={farm._id} section={section} farm={farm} more={more} />
      ))}
    </ListTable>
  )
}

function FarmLine({ section, farm, more }: { section: FarmSection; farm: FarmRow; more?: MoreOfFarms }) {
  const name = useRef<HTMLSpanElement>(null)
  // The name goes over into the title of the page; its style has the name of both.
  const leave = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    if (!(ctrlKey || metaKey || shiftKey)) name.current?.style.setProperty('view-transition-name', 'farm')
  }
  return (
    <OpeningRow href={`${LIST_PATH[section]}/${farm._id}`} onOpen={leave}>
      <RowHead className={`${listCells.name} ${classes.name}`}>
        <span ref={name} className={classes.serif}>
          {farm.name}
        </span>
        {farm.companyName && <span className={classes.company}> ({farm.companyName})</span>}
      </RowHead>
      <Cell className={classes.type}>{farm.type}</Cell>
      <Cell className={classes.discount}>{farm.paperDiscount && <Tick label="Paper discount" />}</Cell>
      <Cell className={`${listCells.line} ${listCells.muted} ${classes.place}`}>
        {joined(farm.city, farm.state, farm.country)}
      </Cell>
      {more?.cells(farm)}
      <Cell className={listCells.action}>
        <Link
          to={DETAIL_PATH[section]}
          params={{ farmId: farm._id }}
          viewTransition={moves()}
          aria-label={`View Details of ${farm.name}`}
        >
          View Details
        </Link>
      </Cell>
    </OpeningRow>
  )
}

/** A sea-green tick, with its meaning in words for those who cannot see it. */
function Tick({ label }: { label: string }) {
  return (
    <span className={tick.tick}>
      <IconCheck size={18} stroke={2.5} aria-hidden />
      <span className={tick.label}>{label}</span>
    </span>
  )
}
