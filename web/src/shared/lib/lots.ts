import { formatDay } from './days'

/** What tells the lots of a group apart, and what all of a group's animals have in common. */
interface Lot {
  sizeLabel: string
  meshSize: string
  nickname: string
}

interface Group {
  oysterType: string
  seedSource: string
  year: number | null
  datePlanted: string
}

/** "Petite in 14 mm bags, row 7" */
export function lotWords({ sizeLabel, meshSize, nickname }: Lot): string {
  const main = sizeLabel && meshSize ? `${sizeLabel} in ${meshSize}` : sizeLabel || meshSize
  return [main, nickname].filter(Boolean).join(', ')
}

/** "Pacific oyster from Taylor, planted 1 Mar 2017" */
export function groupWords(group: Group): string {
  return [animalWords(group.oysterType, group.seedSource), plantedWords(group)].filter(Boolean).join(', ')
}

export function plantedWords({ year, datePlanted }: Group): string {
  return datePlanted ? `planted ${formatDay(datePlanted)}` : year ? `of ${year}` : ''
}

export function animalWords(oysterType: string, seedSource: string): string {
  return oysterType && seedSource ? `${oysterType} from ${seedSource}` : oysterType || seedSource
}

/** What a lot is called in a list: its labels, or else its animals. */
export function lotName({ lot, group }: { lot: Lot; group: Group }): string {
  return lotWords(lot) || groupWords(group) || 'Animals without a label'
}
