import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LabelChoices, LabelLook, LabelsWanted } from '@/api'
import { renderApp } from './render'
import { savedFiles } from './saved'
import { failure, lastBody, on, signedIn } from './server'

const ONE = '01a2045cb40870dde8cf5c60'
const TWO = '01a2045cb40870dde8cf5c61'
const RULE = { id: 'WA-H-harvestDate', words: 'The date of harvest', source: 'WAC 246-282-080(2)', from: '', until: '' }

const paper = (id: string, sheet = false) => ({ id, name: id, width: 66.675, height: 133.35, blackLine: false, sheet })

const CHOICES: LabelChoices = {
  printers: [{ name: 'TSC ALPHA-30RB mobile', papers: ['mobile'], dpi: [203, 300] }],
  papers: [paper('mobile'), paper('mobileSmall'), paper('letter', true)],
  places: [
    {
      code: 'WA',
      name: 'Washington',
      note: '',
      kinds: [{ kind: 'harvester', words: "Harvester's tag", rules: [RULE] }],
    },
    {
      code: 'NJ',
      name: 'New Jersey',
      note: 'The list was not read.',
      kinds: [
        { kind: 'harvester', words: "Harvester's tag", rules: [] },
        { kind: 'bulk', words: 'Bulk tag', rules: [] },
      ],
    },
  ],
  jurisdiction: 'WA',
  kind: 'harvester',
}

const look = (part: Partial<LabelLook> = {}): LabelLook => ({
  tag: ONE,
  elements: [{ field: 'harvestDate', name: 'Harvest date', text: 'Nov 19, 2026', plain: false }],
  findings: [],
  picture: 'data:image/png;base64,AAAA',
  ...part,
})

const late = { field: 'harvestDate', rule: RULE, message: 'The tag does not state the harvest date.' }

const forget = () => localStorage.removeItem('merroir.printer')
beforeEach(forget)
afterEach(forget)

function open(labels: LabelLook[] = [look()], address = `/manage/farm-1/labels?tags=${ONE}`) {
  signedIn('manager')
  on.labelChoices(CHOICES)
  const looks = on.labels({ labels })
  return { app: renderApp(address), looks }
}

describe('LABEL-3 the labels of tags', () => {
  test('are shown as they will be, and printed once however often the call is sent', async () => {
    const { app, looks } = open()
    const saved = savedFiles()
    const prints = on.printLabels(failure(503, 'Try again.'))
    expect(await screen.findByRole('img', { name: 'Label: Harvest date Nov 19, 2026' })).toBeTruthy()
    expect(lastBody<LabelsWanted>(looks)).toEqual({
      tags: [ONE],
      kind: 'harvester',
      jurisdiction: 'WA',
      paper: 'letter',
      dpi: 203,
      copies: 1,
      containers: 0,
    })
    await app.user.click(screen.getByRole('button', { name: 'Download 1 label' }))
    expect(await screen.findByText('Try again.')).toBeTruthy()
    on.printLabels(new Response('%PDF-1.3'))
    const first = lastBody<{ id: string }>(prints).id
    const again = on.printLabels(new Response('%PDF-1.3'))
    await app.user.click(screen.getByRole('button', { name: 'Download 1 label' }))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['labels.pdf']))
    expect(lastBody<{ id: string }>(again).id).toBe(first)
    expect(await screen.findByRole('link', { name: 'Open it to print' })).toBeTruthy()
  })

  test('are for the printer of the device, which is kept, with the paper that it takes', async () => {
    const { app, looks } = open()
    await app.user.selectOptions(await screen.findByLabelText('Printer'), 'TSC ALPHA-30RB mobile')
    await waitFor(() => expect(lastBody<LabelsWanted>(looks).paper).toBe('mobile'))
    expect(within(screen.getByLabelText('Paper')).getAllByRole('option')).toHaveLength(1)
    await app.user.selectOptions(screen.getByLabelText('Resolution'), '300')
    await waitFor(() => expect(lastBody<LabelsWanted>(looks).dpi).toBe(300))
    expect(screen.getByRole('button', { name: 'Save 1 label' })).toBeTruthy()
    expect(screen.getByText(/lp -d printer -o raw/).textContent).toContain('labels.tspl')
    cleanup()
    const next = open().looks
    await screen.findByRole('img')
    expect(lastBody<LabelsWanted>(next)).toMatchObject({ paper: 'mobile', dpi: 300 })
  })

  test('are not printed while any has a finding, which stands at its field with its rule', async () => {
    const { app } = open([look(), look({ tag: TWO, findings: [late] })], `/manage/farm-1/labels?tags=${ONE},${TWO}`)
    expect(await screen.findByText('1 label of 2 must not be printed as they are, so none is.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Download 2 labels' }).hasAttribute('disabled')).toBe(true)
    await app.user.click(screen.getByRole('button', { name: 'Next with a problem' }))
    expect(screen.getByText('Label 2 of 2')).toBeTruthy()
    const item = screen.getByText('Harvest date').closest('li')
    expect(item?.textContent).toContain(
      'The tag does not state the harvest date. The date of harvest (WAC 246-282-080(2))',
    )
    expect(screen.getByRole('link', { name: `Tag …${TWO.slice(-6)}` }).getAttribute('href')).toBe(
      `/manage/farm-1/tags/${TWO}`,
    )
  })

  test('say where a number that the farm lacks is set', async () => {
    const lacks = {
      field: 'harvester',
      rule: RULE,
      message: "The tag does not state the harvester's identification number.",
    }
    open([
      look({ elements: [{ field: 'harvester', name: 'Harvester ID', text: '', plain: false }], findings: [lacks] }),
    ])
    const link = await screen.findByRole('link', { name: 'Set “Harvester cert” in Farm Info, Public tag page.' })
    expect(link.getAttribute('href')).toBe('/manage/farm-1?tab=info')
  })

  test('say at the paper that it is too small, and at the copies what is no number', async () => {
    const { app } = open([look({ findings: [{ ...late, field: 'paper', message: 'It is too small.' }] })])
    await screen.findByRole('combobox', { name: 'Paper', description: 'It is too small.' })
    const copies = screen.getByLabelText('Copies of each')
    await app.user.clear(copies)
    await app.user.type(copies, '0')
    screen.getByRole('textbox', { name: 'Copies of each', description: 'A number from 1 to 100.' })
  })

  test('keep the rules of the place that is chosen, and say what is not known of it', async () => {
    const { app, looks } = open()
    await app.user.selectOptions(await screen.findByLabelText('Rules of'), 'NJ')
    expect(await screen.findByText('The list was not read.')).toBeTruthy()
    await app.user.selectOptions(screen.getByLabelText('Kind of label'), 'bulk')
    await app.user.type(await screen.findByLabelText('Containers under each tag'), '12')
    await waitFor(() =>
      expect(lastBody<LabelsWanted>(looks)).toMatchObject({ jurisdiction: 'NJ', kind: 'bulk', containers: 12 }),
    )
  })

  test('are asked for from a tag, and without one the page says how to begin', async () => {
    open([], '/manage/farm-1/labels')
    expect(await screen.findByText('Labels are printed for tags. Please choose a tag first.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All tags' }).getAttribute('href')).toBe('/manage/farm-1/tags')
  })
})
