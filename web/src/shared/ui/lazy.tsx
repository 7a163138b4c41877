import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { type ComponentType, useCallback, useReducer, useState, lazy as whenShown } from 'react'
import { asked, isMissing } from '@/shared/lib/missing'
import { MissingCode } from './MissingCode'

interface Module<P> {
  default: ComponentType<P>
}

type Lazy<P, M> = ComponentType<P> & {
  /** Loads the code before it is shown. Once loaded, it is shown without a placeholder. */
  ahead: () => Promise<M>
}

/** Like React's lazy, except that code that fails to load can be asked for again in place while the rest of the page stays. */
export function lazy<P extends object, M extends Module<P>>(load: () => Promise<M & Module<P>>): Lazy<P, M> {
  let loaded: ComponentType<P> | undefined
  const ahead = async () => {
    const module = await asked(load)
    loaded = module.default
    return module
  }
  const part = () => whenShown(ahead) as unknown as ComponentType<P>
  let Part = part()
  function LazyPart(props: P) {
    const [Shown, show] = useState(() => loaded ?? Part)
    const [tries, again] = useReducer((count: number) => count + 1, 0)
    const retry = useCallback(() => {
      Part = part()
      show(() => Part)
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
        <Shown {...props} />
      </CatchBoundary>
    )
  }
  return Object.assign(LazyPart, { ahead })
}
