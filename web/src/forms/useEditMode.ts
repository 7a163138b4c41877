import { useEffect, useRef, useState } from 'react'

type Mode = 'view' | 'edit' | 'saved'

/** View and edit mode of a panel (AFARM-5). Back in view mode the focus goes to the Edit button, unless a success notice takes it first. */
export function useEditMode(editing: boolean) {
  const [mode, setMode] = useState<Mode>(editing ? 'edit' : 'view')
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef<Mode>('view')
  useEffect(() => {
    if (mode !== before.current && mode === 'view') button.current?.focus()
    before.current = mode
  }, [mode])
  return {
    editing: mode === 'edit',
    saved: mode === 'saved',
    button,
    edit: () => setMode('edit'),
    done: () => setMode('saved'),
    view: () => setMode('view'),
  }
}
