/** What was typed before there was a field for it. */
export interface Early {
  text: string
  /** Enter was pressed after it. */
  entered: boolean
}

/**
 * Keeps what is typed from now on, while the code of the field is on its way.
 * What it gives ends that, and hands it over.
 */
export function keepTyping(onEscape: () => void): () => Early {
  const early: Early = { text: '', entered: false }
  const onKey = (event: KeyboardEvent) => {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (key === 'Escape') onEscape()
    else if (key === 'Enter') early.entered = true
    else if (key === 'Backspace') early.text = early.text.slice(0, -1)
    else if (key.length === 1) early.text += key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', onKey, true)
  return () => {
    window.removeEventListener('keydown', onKey, true)
    return early
  }
}
