import type { ComponentProps } from 'react'
import { Failure } from './Failure'
import { FarmHeading } from './FarmHeading'

type Props = Omit<ComponentProps<typeof FarmHeading>, 'farmName'> & ComponentProps<typeof Failure>

/** In place of a page of a farm that cannot be shown, or does not exist (FARM-1): its title and why, and nothing to fill in. */
export function FarmFailure({ query, ...page }: Props) {
  return (
    <>
      <FarmHeading {...page} farmName="" />
      <Failure query={query} />
    </>
  )
}
