import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { FarmFigures, Figures } from '@/api'
import { DETAIL_PATH, type FarmSection } from '@/shared/lib/farmPaths'
import { Cell, ColumnHead, Row, RowHead, Table, TableBody, TableHead } from '@/shared/ui/Table'
import { useDesk } from '@/shared/ui/useDesk'
import { fieldsOf } from '../filters'
import classes from './Across.module.css'
import { ariaSort, COLUMNS, daysDiffer, daysOf, headOf, inCell, turned } from './model'
import type { AcrossSearch, FiguresSort } from './search'

interface Props {
  section: FarmSection
  search: AcrossSearch
  onChange: (part: Partial<AcrossSearch>) => void
  rows: FarmFigures[]
  /** What all farms come to, and what they are called; null where there is one only. */
  whole: { name: string; figures: Figures; lastYear?: Figures } | null
}

/** A line for each farm, and below those that are opened one for each of their growing areas. On a phone each is a card. */
export function AcrossTable({ section, search, onChange, rows, whole }: Props) {
  const { sort, open = [] } = search
  const turn = (next: FiguresSort) => onChange({ sort: next, page: 1 })
  const toggle = (farm: string) => {
    const next = open.includes(farm) ? open.filter((one) => one !== farm) : [...open, farm]
    onChange({ open: next.length > 0 ? next : undefined })
  }
  const differ = daysDiffer(rows)
  return (
    <Table cards className={`${classes.table} ${search.before ? classes.compared : ''}`}>
      <caption className="visually-hidden">Farms</caption>
      <TableHead>
        <Row>
          <SortHead column="name" head="Farm" sort={sort} onTurn={turn} />
          {COLUMNS.map((column) => (
            <SortHead key={column.key} column={column.key} head={headOf(column)} sort={sort} onTurn={turn} />
          ))}
        </Row>
      </TableHead>
      <TableBody>
        {whole && (
          <Row data-whole>
            <RowHead>{whole.name}</RowHead>
            <Numbers {...whole} />
          </Row>
        )}
        {rows.map((row) => (
          <FarmRows
            key={row.farm}
            section={section}
            search={search}
            row={row}
            days={differ ? daysOf(row) : ''}
            open={open.includes(row.farm)}
            onToggle={() => toggle(row.farm)}
          />
        ))}
      </TableBody>
    </Table>
  )
}

interface SortHeadProps {
  column: 'name' | (typeof COLUMNS)[number]['key']
  head: string
  sort: FiguresSort
  onTurn: (next: FiguresSort) => void
}

/** Where the page is no desk the controls have the order, and a phone has the heads out of sight: nothing to press. */
function SortHead({ column, head, sort, onTurn }: SortHeadProps) {
  const desk = useDesk()
  const order = ariaSort(sort, column)
  const Arrow = order === 'ascending' ? IconArrowUp : IconArrowDown
  return (
    <ColumnHead aria-sort={order}>
      {desk ? (
        <button type="button" className={classes.sort} onClick={() => onTurn(turned(sort, column))}>
          {head}
          <Arrow size={14} aria-hidden className={classes.arrow} data-on={order !== undefined} />
        </button>
      ) : (
        head
      )}
    </ColumnHead>
  )
}

interface RowsProps {
  section: FarmSection
  search: AcrossSearch
  row: FarmFigures
  /** Said where farms have days of their own. */
  days: string
  open: boolean
  onToggle: () => void
}

function FarmRows({ section, search, row, days, open, onToggle }: RowsProps) {
  const { farm, name, figures, lastYear, areas, withheld } = row
  const { dates, from, to, known, before } = search
  // Its own report of the same days and lots, and for a growing area of that one.
  const report = { to: DETAIL_PATH[section], params: { farmId: farm } }
  const asks = { tab: 'reports', report: 'inventory', dates, from, to, known, before, ...fieldsOf(search) } as const
  return (
    <>
      <Row>
        <RowHead>
          <div className={classes.farm}>
            {areas.length > 0 ? (
              <button
                type="button"
                className={classes.open}
                aria-expanded={open}
                aria-label={`Growing areas of ${name}`}
                onClick={onToggle}
              >
                <span aria-hidden="true" className={classes.chevron} />
              </button>
            ) : (
              <span className={classes.open} />
            )}
            <span>
              <Link {...report} search={asks} className={classes.name}>
                {name}
              </Link>
              {days && <span className={classes.days}>{days}</span>}
            </span>
          </div>
        </RowHead>
        {figures ? (
          <Numbers figures={figures} lastYear={lastYear} />
        ) : (
          <NoNumbers why={withheld ?? 'Not counted yet'} />
        )}
      </Row>
      {open &&
        areas.map((area) => (
          <Row key={area.leaseId} data-area>
            <RowHead>
              <Link {...report} search={{ ...asks, area: area.leaseId }} className={classes.area}>
                {area.name}
              </Link>
            </RowHead>
            <Numbers {...area} />
          </Row>
        ))}
    </>
  )
}

function Numbers({ figures, lastYear }: { figures: Figures; lastYear?: Figures }) {
  return COLUMNS.map((column) => (
    <Cell key={column.key} data-label={headOf(column)}>
      <span>
        {inCell(figures[column.key], column.unit)}
        {lastYear && <span className={classes.before}> {inCell(lastYear[column.key], column.unit)} last year</span>}
      </span>
    </Cell>
  ))
}

function NoNumbers({ why }: { why: string }) {
  return (
    <Cell colSpan={COLUMNS.length} className={classes.without}>
      {why}
    </Cell>
  )
}
