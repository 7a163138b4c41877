import { IconMoon, IconSun } from '@tabler/icons-react'
import button from '@/shared/ui/IconButton.module.css'
import classes from './Shell.module.css'
import { chooseScheme, useScheme } from './scheme'

/** Light or dark, drawn, or in words that look as given; without a choice the page follows the system. */
export function SchemeSwitch({ words }: { words?: string }) {
  const scheme = useScheme()
  const other = scheme === 'dark' ? 'light' : 'dark'
  const Icon = scheme === 'dark' ? IconSun : IconMoon
  const says = `Use ${other} colours`
  return (
    <button
      type="button"
      data-part={words ? undefined : 'scheme'}
      className={words ?? `${button.icon} ${classes.scheme}`}
      aria-label={says}
      onClick={() => chooseScheme(other)}
    >
      <Icon size={20} aria-hidden />
      {words && says}
    </button>
  )
}
