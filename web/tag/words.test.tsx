// @vitest-environment node
import { Window } from 'happy-dom'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { dayText, timeText } from './clock'
import { ErrorPage } from './ErrorPage'
import { clean, farm, tag } from './fixtures'
import { markup } from './markup'
import { tagView } from './model'
import type { TagData } from './page'
import { pictureOf, pictureUrl } from './picture'
import { TagPage } from './TagPage'
import { EN, labelled, type Words, wordsOf } from './words'

const [ES, FR] = [wordsOf('es'), wordsOf('fr')]
const frame = (words: Words) => ({
  product: 'Merroir',
  websiteUrl: 'https://merroir.example',
  lang: words.lang,
  css: '',
})
const open = (element: ReactElement) =>
  new new Window().DOMParser().parseFromString(`<!doctype html>${markup(element)}`, 'text/html')
const page = (words: Words, data: TagData) =>
  open(<TagPage frame={frame(words)} view={tagView('Merroir', data, words)} picture="/p" script="" />)
const texts = (found: ArrayLike<{ textContent: string }>) => Array.from(found, ({ textContent }) => textContent)

test('a language that the page does not speak is English', () => {
  for (const lang of [undefined, '', 'en', 'de', '__proto__', 'constructor']) expect(wordsOf(lang)).toBe(EN)
})

test('every word is there in every language, and no two of a language are the same', () => {
  for (const words of [ES, FR]) {
    expect(Object.keys(words)).toEqual(Object.keys(EN))
    const labels = Object.values(words.labels)
    expect(labels.every(Boolean)).toBe(true)
    expect(new Set(labels).size).toBe(Object.keys(EN.labels).length)
  }
})

test.each([
  [EN, '1 Jan 2026', '6:40 am', '12:00 am', '2:30 pm'],
  [ES, '1 ene 2026', '6:40 h', '0:00 h', '14:30 h'],
  [FR, '1er janv. 2026', '6 h 40', '0 h 00', '14 h 30'],
])('TAGP-9 dates and times by custom', (words, day, ...times) => {
  expect(dayText(Date.UTC(2026, 0, 1) / 86_400_000, words)).toBe(day)
  expect([400, 0, 870].map((minutes) => timeText(minutes, words))).toEqual(times)
})

test('TAG-7 TAGP-7 the timeline in Spanish and in French', () => {
  const steps = (words: Words) => texts(page(words, clean).querySelectorAll('ol > li'))
  expect(steps(ES)).toEqual([
    'CosechaWillapa Bay, parcela 11214 nov 2026, 6:40 h',
    'Expedidor originalWA-1234-SP',
    'Hielo/Refrigeración14 nov 2026, 8:05 h1 h 25 min después de la cosecha',
    'Fecha de recepción15 nov 2026, 0:00 h1 día después',
    'Almacenamiento húmedo, lote n.ºW-2611-07',
    'Almacenamiento húmedo, inicio15 nov 2026',
    'Almacenamiento húmedo, fin16 nov 20261 día después',
    'Envío Pike Place Fish16 nov 2026, 14:30 h'.replace('Envío ', 'Envío'),
  ])
  expect(steps(FR).slice(0, 3)).toEqual([
    'RécolteWillapa Bay, parcelle 11214 nov. 2026, 6 h 40',
    "Expéditeur d'origineWA-1234-SP",
    'Glace/Réfrigération14 nov. 2026, 8 h 051 h 25 min après la récolte',
  ])
})

test('TAGP-2 TAGP-6 title, labels and what is told; what the farm typed stays as it is', () => {
  const spanish = page(ES, { ...clean, farm: { ...farm, labels: { species: 'Type', harvest: 'Landed' } } })
  expect(spanish.documentElement.getAttribute('lang')).toBe('es')
  expect(spanish.title).toBe('Merroir Stony Point Shellfish: información de la etiqueta de cosecha')
  expect(texts(spanish.querySelectorAll('dt'))).toContain('Tipo')
  expect(texts(spanish.querySelectorAll('h3'))).toContain('Landed')
  expect(spanish.querySelector('.told')?.textContent).toBe(
    'Se cosecharon el 14 nov 2026 en Willapa Bay. En hielo 1 h 25 min después.',
  )
  expect(spanish.querySelector('.tasting dd')?.textContent).toBe('Cucumber.')
  const french = page(FR, clean)
  expect(french.title).toBe("Merroir Stony Point Shellfish : informations de l'étiquette de récolte")
  expect(french.querySelector('.told')?.textContent).toBe(
    'Récolte du 14 nov. 2026 à Willapa Bay. Sur glace 1 h 25 min plus tard.',
  )
  expect(french.querySelector('.cert')?.textContent).toBe('CERT. N° WA-1234-SP')
  const meta = (name: string) => french.querySelector(`meta[property="${name}"]`)?.getAttribute('content')
  expect(meta('og:title')).toBe(french.title)
  expect(meta('og:description')).toMatch(/^Étiquette de récolte de Stony Point Shellfish : où/)
})

test.each([
  [
    ES,
    'Producto retirado del mercado por Health',
    'No coma, no sirva ni venda estas ostras.',
    'Llamar al +1 360 555 0142',
  ],
  [FR, 'Produit rappelé par Health', 'Ne pas manger, ni servir, ni vendre ces huîtres.', 'Appeler le +1 360 555 0142'],
])('TAGP-3 the exact English line of a recall stays above its translation', (words, line, what, call) => {
  const view = tagView('Merroir', { ...clean, recall: 'Health' }, words)
  const alert = page(words, { ...clean, recall: 'Health' }).querySelector('[role=alert]')
  expect(alert?.querySelector('[lang=en]')?.textContent).toBe('PRODUCT RECALLED BY Health')
  expect(texts(alert?.querySelectorAll('p') ?? []).slice(0, 3)).toEqual(['PRODUCT RECALLED BY Health', line, what])
  expect(alert?.querySelector('a')?.textContent).toBe(call)
  expect(view.description.startsWith(line)).toBe(true)
  expect(pictureOf(view)).toMatchObject({ recall: 'PRODUCT RECALLED BY Health', recallHere: line, do: what })
  expect(pictureUrl('https://x.example', view)).toBe(
    `https://x.example/tag-picture/${tag._id}?recalled&lang=${words.lang}`,
  )
})

test('TAGP-3 in English the line stands once', () => {
  const recalled = page(EN, { ...clean, recall: 'Health' })
  expect(recalled.querySelectorAll('.by')).toHaveLength(1)
})

test.each([
  [ES, 'Etiqueta no encontrada', 'Se ha producido un error', 'Volver a intentar'],
  [FR, 'Étiquette introuvable', "Une erreur s'est produite", 'Réessayer'],
])('TAGP-12 the error pages', (words, missing, failed, again) => {
  const shown = (status: number) => open(<ErrorPage frame={frame(words)} words={words} status={status} />)
  expect(shown(404).querySelector('h1')?.textContent).toBe(missing)
  expect(shown(500).querySelector('h1')?.textContent).toBe(failed)
  expect(shown(500).querySelector('.again')?.textContent).toBe(again)
})

test("a label of the farm's own making is no word of ours", () => {
  expect(labelled(ES, 'Landed')).toBe('Landed')
  expect(labelled(ES, 'toString')).toBe('toString')
})

test('a tag that its firm took back is no good, in every language, before all else', () => {
  const data = { farm, tag: { ...tag, takenBack: '2026-11-21' }, rootTag: null, recall: null }
  const said = [EN, ES, FR].map((words) => page(words, data).querySelector('main > [role=alert]')?.textContent)
  expect(said).toEqual([
    'This tag is not valid. The firm that made it took it back on 21 Nov 2026.',
    expect.stringContaining('Esta etiqueta no es válida.'),
    expect.stringContaining('Cette étiquette n’est pas valable.'),
  ])
  expect(tagView('Merroir', data).description).toMatch(/^This tag is not valid/)
  expect(page(EN, { ...data, tag }).querySelector('[role=alert]')).toBeNull()
  // Recalled as well: the recall stays the first.
  const both = page(EN, { ...data, recall: 'DOH' })
  expect(texts(both.querySelectorAll('[role=alert]'))[0]).toContain('PRODUCT RECALLED BY DOH')
  expect(both.body.textContent).toContain('This tag is not valid.')
})
