import { startServer } from './server'

/** One server for every test that only reads; its address reaches the workers through the environment. */
export default async function sharedServer(): Promise<() => Promise<void>> {
  const server = await startServer()
  process.env.E2E_URL = server.url
  return server.stop
}
