import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { farmQuery, myUserQuery } from '@/api'
import { RecallStrip } from '@/features/farms'
import { landing } from '@/shared/lib/roles'
import { FarmNav } from './farm/FarmNav'
import { FarmSwitcher, FindButton } from './find/FindButtons'
import { NameMenu } from './NameMenu'
import { Shell } from './Shell'
import { StaffBar } from './StaffBar'
import { linksOf, type ShellSection } from './sections'
import { WorkCount } from './WorkCount'

interface Props {
  section: ShellSection
  children: ReactNode
}

/** The frame of the signed-in sections; the pages of a farm have the way around it beside them. */
export function SectionShell({ section, children }: Props) {
  const { data: user } = useQuery(myUserQuery)
  const { farmId } = useParams({ strict: false })
  const staff = user && landing(user) === '/farms' && <StaffBar user={user} />
  const farm = farmId && <FarmNav section={section === 'manage' ? 'manage' : 'farms'} farmId={farmId} />
  return (
    <Shell
      links={linksOf(section, user?.permissions)}
      count={section === 'console' && user && <WorkCount />}
      strip={farmId && <FarmRecalls farmId={farmId} />}
      aside={farm || staff}
      switcher={user && farmId && <FarmSwitcher user={user} />}
      tools={
        user && (
          <>
            <FindButton user={user} />
            <NameMenu user={user} section={section} />
          </>
        )
      }
    >
      {children}
    </Shell>
  )
}

/** What is so of the farm on all of its pages. */
function FarmRecalls({ farmId }: { farmId: string }) {
  const { data: farm } = useQuery(farmQuery(farmId))
  return farm ? <RecallStrip recalls={farm.openRecalls} /> : null
}
