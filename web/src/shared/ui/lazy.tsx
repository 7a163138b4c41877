import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { type ComponentType, useCallback, useReducer, lazy as whenShown } from 'react'
import { asked, isMissing } from '@/shared/lib/missing'
import { MissingCode } from './MissingCode'

type Load<P> = () => Promise<{ default: ComponentType<P> }>

/** Like React's lazy, except that code that fails to load can be asked for again in place while the rest of the page stays. */
export function lazy<P extends object>(load: Load<P>): ComponentType<P> {
  const part = () => whenShown(() => asked(load)) as unknown as ComponentType<P>
  let Part = part()
  return function LazyPart(props: P) {
    const [tries, again] = useReducer((count: number) => count + 1, 0)
    const retry = useCallback(() => {
      Part = part()
      again()
    }, [])
    const failed = useCallback(
      ({ error }: ErrorComponentProps) => {
        if (!isMissing(error)) throw error
        return <MissingCode onRetry={retry} />
      },
      [retry],
    )
    return (
      <CatchBoundary getResetKey={() => tries} errorComponent={failed}>
        <Part {...props} />
      </CatchBoundary>
    )
  }
}
