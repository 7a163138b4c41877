import { IconSearch, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { SEARCH_MOST } from '@/shared/lib/paging'
import button from './IconButton.module.css'
import classes from './SearchField.module.css'
import { useDraft } from './useDraft'
import type { HistoryEntry } from './useTyping'

interface Props {
  label: string
  /** Shown in it while it is empty; the label if not given. */
  hint?: string
  /** The search in force; it lives elsewhere (the URL) and follows the typing after a pause. */
  value: string
  onChange: (value: string, entry: HistoryEntry) => void
}

/** The search above a list. */
export function SearchField({ label, hint = label, value, onChange }: Props) {
  const { draft, setDraft, onBlur } = useDraft(value, onChange)
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    setDraft('')
    input.current?.focus()
  }
  return (
    <div className={classes.search}>
      <IconSearch size={18} aria-hidden />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={hint}
        maxLength={SEARCH_MOST}
        autoComplete="off"
        spellCheck={false}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={onBlur}
      />
      {draft && (
        <button type="button" className={button.inset} aria-label="Clear the search" onClick={clear}>
          <IconX size={18} aria-hidden />
        </button>
      )}
    </div>
  )
}
