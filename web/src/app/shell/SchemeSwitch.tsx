import { IconMoon, IconSun } from '@tabler/icons-react'
import button from '@/shared/ui/IconButton.module.css'
import classes from './Shell.module.css'
import { chooseScheme, useScheme } from './scheme'

/** Light or dark; without a choice the page follows the system. */
export function SchemeSwitch() {
  const scheme = useScheme()
  const other = scheme === 'dark' ? 'light' : 'dark'
  const Icon = scheme === 'dark' ? IconSun : IconMoon
  return (
    <button
      type="button"
      className={`${button.icon} ${classes.scheme}`}
      aria-label={`Use ${other} colours`}
      onClick={() => chooseScheme(other)}
    >
      <Icon size={20} aria-hidden />
    </button>
  )
}
