import { EmptyState } from '@/shared/ui/EmptyState'

/** For a link within a mobile shell, which has the way back, that names no farm whose reports one may see (REP-17). */
export function NoReports() {
  return (
    <EmptyState drawing="water" title="There are no reports at this link.">
      <p>It names no farm, or one that you may not see. Go back, and open the reports of your farm again.</p>
    </EmptyState>
  )
}
