import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Button } from '@/shared/ui/Button'

test.each([
  { what: 'a button that sends', props: { loading: false }, heard: 1 },
  { what: 'a submit button', props: { type: 'submit' }, heard: 1 },
  { what: 'a button that only moves on', props: {}, heard: 2 },
] as const)('$what hears a double click $heard times', ({ props, heard }) => {
  const press = vi.fn()
  render(
    <Button {...props} onClick={press}>
      Go
    </Button>,
  )
  const button = screen.getByRole('button')
  fireEvent.click(button, { detail: 1 })
  fireEvent.click(button, { detail: 2 })
  expect(press).toHaveBeenCalledTimes(heard)
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(heard === 2)
  expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true)
})
