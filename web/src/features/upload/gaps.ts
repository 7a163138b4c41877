import { useEffect, useState } from 'react'
import type { UploadDefaults } from '@/api'

/** What a sheet may leave out and the form can fill in. */
export interface Gaps {
  animalType: boolean
  areaPrefix: boolean
}

export const NOTHING_LEFT_OUT: UploadDefaults = { animalType: '', areaPrefix: '' }

const NONE: Gaps = { animalType: false, areaPrefix: false }

/** Any header fits in this many bytes. */
const HEADER_BYTES = 8192

/** The name of a column without the things people write differently, as the server reads it. */
const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const ACTIVITY = ['activity', 'activitytype']
const ANIMAL_TYPE = ['animaltype', 'oystertype', 'species']

/**
 * What the header of a CSV sheet leaves out. A sheet of activities has a column
 * for the animal type and names its growing areas; a sheet of visits has no such
 * column, and often has just a letter for an area.
 */
export function gapsOfHeader(text: string): Gaps {
  const header = text.split(/\r?\n/, 1)[0] ?? ''
  const columns = header.split(/[,;\t]/).map(plain)
  const activities = columns.some((column) => ACTIVITY.includes(column))
  return { animalType: !columns.some((column) => ANIMAL_TYPE.includes(column)), areaPrefix: !activities }
}

/** A workbook cannot be read here: it may leave out anything. */
async function gapsOf(file: File): Promise<Gaps> {
  if (/\.xlsx$/i.test(file.name)) return { animalType: true, areaPrefix: true }
  return gapsOfHeader(await file.slice(0, HEADER_BYTES).text())
}

/** What the chosen file leaves out; nothing until one is chosen. */
export function useGaps(file: File | null): Gaps {
  const [gaps, setGaps] = useState(NONE)
  useEffect(() => {
    let current = true
    setGaps(NONE)
    // A file that cannot be read is refused when it is sent.
    const show = (found: Gaps) => current && setGaps(found)
    if (file) gapsOf(file).then(show, () => undefined)
    return () => {
      current = false
    }
  }, [file])
  return gaps
}

/** What was typed into the fields that are shown. */
export function said({ animalType, areaPrefix }: UploadDefaults, gaps: Gaps): UploadDefaults {
  return {
    animalType: gaps.animalType ? animalType.trim() : '',
    areaPrefix: gaps.areaPrefix && areaPrefix.trim() ? areaPrefix : '',
  }
}
