import { useBlocker } from '@tanstack/react-router'

interface Place {
  pathname: string
  search: object
}

/** What leads away from the report; another growing area does not. */
function reportAt({ pathname, search }: Place): string {
  const { tab = '', report = '' } = search as { tab?: string; report?: string }
  return `${pathname} ${tab} ${report}`
}

/** Holds a person who would leave the report with changes that are not saved, also by closing the window. */
export function useLeaveGuard(dirty: boolean) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && reportAt(current) !== reportAt(next),
    enableBeforeUnload: dirty,
    withResolver: true,
  })
  return {
    asking: blocker.status === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  }
}
