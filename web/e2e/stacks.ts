/** Neither Node's nor a library's. */
const OURS = /^(?!node:|.*\/node_modules\/)/

/**
 * Playwright takes a stack for each step and call, and looks up every frame of it in the maps of sources: also its own and
 * Node's, which have none. That is a sixth of what a worker does, so only our frames are looked up.
 */
export function mapOurFramesAlone(): void {
  const { prepareStackTrace: mapped } = Error
  if (!mapped) return
  Error.prepareStackTrace = (error, frames) => {
    const head = String(mapped(error, []))
    const lines = frames.map((frame) =>
      OURS.test(frame.getFileName() ?? 'node:')
        ? String(mapped(error, [frame])).slice(head.length)
        : `\n    at ${String(frame).replace(/^async /, '')}`,
    )
    return head + lines.join('')
  }
}
