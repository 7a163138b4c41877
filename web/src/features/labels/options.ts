import type { LabelChoices, LabelFile, LabelKind, LabelsWanted } from '@/api'

/** The printers that are sold, and what else can be printed on. */
export const OFFICE = 'office'
export const OTHER = 'other'

export interface LabelsSearch {
  /** Ids with commas between. */
  tags: string
  kind?: string
  place?: string
  printer?: string
  paper?: string
}

/** What is typed on the page. */
export interface Typed {
  copies: string
  containers: string
  dpi: string
  file: string
}

/** What is chosen on the page and in its address, complete. */
export interface Chosen extends Typed {
  place: string
  kind: string
  printer: string
  paper: string
}

export const idsOf = (tags: string) => [...new Set(tags.split(',').filter(Boolean))]

interface Device {
  printer?: string
  paper?: string
  dpi?: string
  file?: string
}

const KEPT = 'merroir.printer'

/** The printer of this device, as it was last chosen. */
export function keptDevice(): Device {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Device
  } catch {
    return {}
  }
}

export function keepDevice({ printer, paper, dpi, file }: Chosen): void {
  localStorage.setItem(KEPT, JSON.stringify({ printer, paper, dpi, file }))
}

type Option = { value: string; label: string }

export function printersOf({ printers }: LabelChoices): Option[] {
  return [
    { value: OFFICE, label: 'Office printer' },
    ...printers.map(({ name }) => ({ value: name, label: name })),
    { value: OTHER, label: 'Another label printer' },
  ]
}

export function papersOf({ printers, papers }: LabelChoices, printer: string): Option[] {
  const takes = printers.find(({ name }) => name === printer)?.papers
  return papers
    .filter(({ id, sheet }) => (printer === OFFICE ? sheet : !sheet && (takes?.includes(id) ?? true)))
    .map(({ id, name, width, height }) => ({ value: id, label: `${name}, ${inches(width)} × ${inches(height)} in` }))
}

const inches = (mm: number) => String(Math.round((mm / 25.4) * 1000) / 1000)

const TSPL = { value: 'tspl', label: 'TSPL, for TSC printers' }
const ZPL = { value: 'zpl', label: 'ZPL, for Zebra printers and those like them' }
const PDF = { value: 'pdf', label: 'PDF, for any printer' }

/** The files that a printer takes, the likeliest first. */
export function filesOf(printer: string): Option[] {
  if (printer === OFFICE) return [PDF]
  return printer === OTHER ? [ZPL, TSPL, PDF] : [TSPL, ZPL, PDF]
}

/** What is chosen where it can be, else what was last chosen here, else what suits. */
export function chosenOf(choices: LabelChoices, search: LabelsSearch, typed: Typed): Chosen {
  const kept = keptDevice()
  const among = (options: Option[], ...wanted: (string | undefined)[]) =>
    wanted.find((value) => options.some((option) => option.value === value)) ?? options[0]?.value ?? ''
  const places = choices.places.map(({ code, name }) => ({ value: code, label: name }))
  const place = among(places, search.place, choices.jurisdiction)
  const kinds = choices.places.find(({ code }) => code === place)?.kinds ?? []
  const printer = among(printersOf(choices), search.printer, kept.printer, OFFICE)
  return {
    place,
    kind: among(
      kinds.map(({ kind, words }) => ({ value: kind, label: words })),
      search.kind,
      choices.kind,
    ),
    printer,
    paper: among(papersOf(choices, printer), search.paper, kept.paper),
    file: among(filesOf(printer), typed.file, kept.file),
    dpi: typed.dpi || kept.dpi || '203',
    copies: typed.copies,
    containers: typed.containers,
  }
}

export const MOST_COPIES = 100

/** What is asked of the server; null while a number is none. */
export function wantedOf(ids: string[], { place, kind, paper, dpi, copies, containers }: Chosen): LabelsWanted | null {
  const count = Number(copies)
  const under = kind === 'bulk' ? Number(containers || 0) : 0
  if (!Number.isInteger(count) || count < 1 || count > MOST_COPIES) return null
  if (!Number.isInteger(under) || under < 0) return null
  return {
    tags: ids,
    kind: kind as LabelKind,
    jurisdiction: place,
    paper,
    dpi: dpi === '300' ? 300 : 203,
    copies: count,
    containers: under,
  }
}

export const fileOfFormat = (file: string) => file as LabelFile
