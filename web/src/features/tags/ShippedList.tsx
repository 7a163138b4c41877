import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import {
  errorMessage,
  farmQuery,
  type Shipped,
  shippedCsv,
  shippedQuery,
  type TagsParams,
  useAnswers,
  useViewing,
} from '@/api'
import { csvName } from '@/shared/lib/csv'
import { type FarmSection, TAG_PATH, TAGS_PATH } from '@/shared/lib/farmPaths'
import { counted } from '@/shared/lib/numbers'
import { saveFile } from '@/shared/lib/saveFile'
import { Button } from '@/shared/ui/Button'
import { DayPill } from '@/shared/ui/DayPill'
import { EmptyState } from '@/shared/ui/EmptyState'
import { FarmHeading } from '@/shared/ui/FarmHeading'
import { LimitPill } from '@/shared/ui/LimitPill'
import { ListControls, ListResults, MoreControls } from '@/shared/ui/List'
import { ListTable, listCells, OpeningRow } from '@/shared/ui/ListTable'
import { Notice } from '@/shared/ui/Notice'
import { SearchField } from '@/shared/ui/SearchField'
import { Cell, RowHead } from '@/shared/ui/Table'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import type { ListProps } from './TagList'
import { TagPlaces } from './TagPlaces'
import classes from './Tags.module.css'
import { amountOf, harvestOf, nameOf, whenOf } from './words'

/** What a firm has shipped to whom, the latest first. */
export function ShippedList({ section, farmId, params, onChange }: ListProps) {
  const farm = useQuery(farmQuery(farmId)).data
  const viewing = useViewing()
  const shipments = useAnswers(shippedQuery(farmId, params))
  const file = useMutation({
    mutationFn: () => shippedCsv(farmId, params),
    onSuccess: (csv) => saveFile(csvName(farm?.name ?? '', 'shipments'), csv),
  })
  const { search = '', buyer = '', from = '', to = '' } = params
  const filter = (part: Partial<TagsParams>, entry?: HistoryEntry) => onChange({ ...part, page: 1 }, entry)
  const chosen = [search, from, to].filter(Boolean)
  const narrowed = Boolean(buyer) || chosen.length > 0
  return (
    <>
      <FarmHeading section={section} farmId={farmId} farmName={farm?.name ?? ''} title="Shipments" />
      <TagPlaces section={section} farmId={farmId} />
      <ListControls>
        <SearchField label="Search buyers" value={buyer} onChange={(text, entry) => filter({ buyer: text }, entry)} />
        <MoreControls set={chosen.length}>
          <SearchField
            label="Search tags and lots"
            value={search}
            onChange={(text, entry) => filter({ search: text }, entry)}
          />
          <DayPill label="Shipped from" value={from} onChange={(day, entry) => filter({ from: day }, entry)} />
          <DayPill label="To" value={to} onChange={(day, entry) => filter({ to: day }, entry)} />
          <LimitPill value={params.limit} onChange={(limit) => filter({ limit })} />
        </MoreControls>
        {farm?.may !== 'record' && !viewing && (
          <Button
            variant="quiet"
            icon={<IconDownload size={18} aria-hidden />}
            loading={file.isPending}
            disabled={!shipments.data?.items.total}
            onClick={() => file.mutate()}
          >
            CSV
          </Button>
        )}
      </ListControls>
      {file.isError && <Notice kind="error">{errorMessage(file.error)}</Notice>}
      <ListResults
        nouns="shipments"
        list={shipments}
        asked={params}
        said={(total) => counted(total, 'shipment')}
        onPage={(page, entry) => onChange({ page }, entry)}
        empty={
          narrowed ? (
            <EmptyState drawing="water" title="No shipment matches.">
              <p>Search for less, choose other dates, or show them all.</p>
              <Button variant="plain" onClick={() => filter({ search: '', buyer: '', from: '', to: '' })}>
                Show all shipments
              </Button>
            </EmptyState>
          ) : (
            <EmptyState drawing="water" title="Nothing has been shipped yet.">
              <p>Once a tag is shipped, its buyer, day and quantity appear here.</p>
              <Link to={TAGS_PATH[section]} params={{ farmId }}>
                See the tags
              </Link>
            </EmptyState>
          )
        }
      >
        {(rows: Shipped[]) => (
          <ListTable columns={['Buyer', 'Shipped', 'Quantity', 'Tag', 'Harvest']}>
            {rows.map((shipment) => (
              <ShippedRow
                key={`${shipment.tag} ${shipment.id}`}
                shipment={shipment}
                section={section}
                farmId={farmId}
              />
            ))}
          </ListTable>
        )}
      </ListResults>
    </>
  )
}

function ShippedRow({ shipment, section, farmId }: { shipment: Shipped; section: FarmSection; farmId: string }) {
  const router = useRouter()
  const page = { to: TAG_PATH[section], params: { farmId, tagId: shipment.tag } }
  return (
    <OpeningRow href={router.buildLocation(page).href}>
      <RowHead className={listCells.name}>
        {shipment.to?.name ?? 'Not named'}
        {shipment.to?.address && <span className={classes.id}>{shipment.to.address}</span>}
      </RowHead>
      <Cell className={listCells.muted}>{whenOf(shipment)}</Cell>
      <Cell>{amountOf(shipment.quantity, shipment.unit)}</Cell>
      <Cell className={listCells.line}>
        <Link {...page}>{nameOf(shipment.brand, shipment.tag)}</Link>
      </Cell>
      <Cell className={`${listCells.line} ${listCells.muted}`}>{harvestOf(shipment)}</Cell>
    </OpeningRow>
  )
}
