import { readdirSync, readFileSync } from 'node:fs'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Button } from '@/shared/ui/Button'

const kinds = [
  { what: 'a button that sends', props: { loading: false }, heard: 1 },
  { what: 'a submit button', props: { type: 'submit' }, heard: 1 },
  { what: 'a button that only moves on', props: {}, heard: 2 },
] as const

// Enter is a click without a count.
const presses = kinds.flatMap((kind) => [
  { ...kind, how: 'a double click', counts: [1, 2] },
  { ...kind, how: 'Enter twice', counts: [0, 0] },
])

test.each(presses)('$what hears $how $heard times', ({ props, heard, counts }) => {
  vi.useFakeTimers()
  const press = vi.fn()
  render(
    <Button {...props} onClick={press}>
      Go
    </Button>,
  )
  const button = screen.getByRole('button')
  for (const detail of counts) {
    fireEvent.click(button, { detail })
    vi.advanceTimersByTime(200)
  }
  expect(press).toHaveBeenCalledTimes(heard)
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(heard === 2)
  expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true)
  // Later it is meant.
  act(() => vi.advanceTimersByTime(1000))
  fireEvent.click(button, { detail: 1 })
  expect(press).toHaveBeenCalledTimes(heard + 1)
  vi.useRealTimers()
})

test('a press after something else was done is meant', () => {
  const press = vi.fn()
  render(
    <>
      <Button type="submit" onClick={press}>
        Save
      </Button>
      <input aria-label="What is right" />
    </>,
  )
  const button = screen.getByRole('button')
  const input = screen.getByLabelText('What is right')
  const enter = () => fireEvent.click(button, { detail: 0 })
  enter()
  enter()
  expect(press).toHaveBeenCalledTimes(1)
  fireEvent.input(input, { target: { value: 'x' } })
  enter()
  expect(press).toHaveBeenCalledTimes(2)
  fireEvent.pointerDown(input)
  enter()
  expect(press).toHaveBeenCalledTimes(3)
})

test('a form is not sent by the second Enter in an input', () => {
  const send = vi.fn((event: Event) => event.preventDefault())
  render(
    <form>
      <Button type="submit">Send</Button>
    </form>,
  )
  const button = screen.getByRole('button')
  button.closest('form')?.addEventListener('submit', send)
  // What browsers do for Enter in an input.
  fireEvent.click(button, { detail: 0 })
  fireEvent.click(button, { detail: 0 })
  expect(send).toHaveBeenCalledTimes(1)
})

/** The sources of all screens. */
const screens = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => ({ file, text: readFileSync(`src/${file}`, 'utf8').replace(/icon=\{<[^>]*>\}/g, '') }))

/** The text between the braces that open at `at`. */
function within(text: string, at: number): string {
  let depth = 0
  for (let end = at; end < text.length; end++) {
    if (text[end] === '{') depth++
    if (text[end] === '}' && --depth === 0) return text.slice(at, end + 1)
  }
  return ''
}

const SENDS = /\.mutate(?:Async)?\(/

/** Functions of a file that send, by their names. */
function senders(text: string): string[] {
  const named = [...text.matchAll(/const (\w+) = (?:async )?\([^)]*\)(?:: [\w<>]+)? => ?\{/g)]
  return named.flatMap(({ 1: name = '', index, 0: head }) =>
    SENDS.test(within(text, index + head.length - 1)) ? [name] : [],
  )
}

interface Press {
  where: string
  tag: string
  opening: string
}

/** What is pressed and sends, in all screens. */
function pressed(): Press[] {
  return screens.flatMap(({ file, text }) => {
    const names = senders(text)
    return [...text.matchAll(/\son(?:Click|Press)=\{/g)].flatMap(({ index, 0: head }) => {
      const act = within(text, index + head.length - 1)
      const sends = SENDS.test(act) || names.some((name) => new RegExp(`\\b${name}\\b`).test(act))
      const start = text.lastIndexOf('<', text.slice(0, index).search(/<[A-Za-z]+[^<]*$/) + 1)
      const end = text.indexOf('>\n', index)
      const opening = text.slice(start, end)
      const tag = /^<(\w+)/.exec(opening)?.[1] ?? ''
      return sends ? [{ where: `${file}: ${opening.slice(0, 60).replace(/\s+/g, ' ')}`, tag, opening }] : []
    })
  })
}

test('whatever sends when it is pressed is the kit’s button, and shows that it is at work', () => {
  const found = pressed()
  expect(found.length).toBeGreaterThan(20)
  const unguarded = found.filter(({ tag, opening }) => tag !== 'Button' || !/\bloading=/.test(opening))
  expect(unguarded.map(({ where }) => where)).toEqual([])
})

test('every form is sent by the kit’s button', () => {
  const forms = screens.filter(({ text }) => /<form\b/.test(text))
  expect(forms.length).toBeGreaterThan(8)
  const bare = forms.filter(
    ({ text }) =>
      !/<Button\s[^>]*type="submit"|<SendBar\b/.test(text) || /<(?:button|input)[^>]*type="submit"/.test(text),
  )
  expect(bare.map(({ file }) => file)).toEqual([])
})
