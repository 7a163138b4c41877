import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from './server'

/**
 * The demo's data, made once, and one server for every test that only reads.
 * Where they are reaches the workers through the environment.
 */
export default async function sharedServer(): Promise<() => Promise<void>> {
  const demo = await mkdtemp(join(tmpdir(), 'merroir-e2e-demo-'))
  await (await startServer()).stop(demo)
  process.env.E2E_DEMO = demo
  const server = await startServer()
  process.env.E2E_URL = server.url
  return async () => {
    await server.stop()
    await rm(demo, { recursive: true, force: true })
  }
}
