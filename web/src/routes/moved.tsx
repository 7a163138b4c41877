import { createFileRoute, redirect } from '@tanstack/react-router'

/** The server answers with a 301 here; this is for links followed inside the app (PUB-6). */
export const Route = createFileRoute('/moved')({
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})
