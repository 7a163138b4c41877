import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { forgetTokens } from './session'

const BINARY = fileURLToPath(new URL('../../bin/merroir', import.meta.url))
const READY_MS = 60_000
const PROBE_MS = 50

/** The product with its demo data, in a folder and on a port of its own. */
export interface Server {
  url: string
  /** Where it keeps its data. */
  dataDir: string
  /** Ends it as an operator would, and moves its data to a folder when one is named; throws when it had logged an error or did not end well. */
  stop: (keptAs?: string) => Promise<void>
}

/** The demo is made once: after the first start each server begins with a copy of its data. */
export async function startServer(settings: Record<string, string> = {}): Promise<Server> {
  const [dataDir, port] = await Promise.all([mkdtemp(join(tmpdir(), 'merroir-e2e-')), freePort()])
  const made = process.env.E2E_DEMO
  if (made) await cp(made, dataDir, { recursive: true })
  const address = `127.0.0.1:${port}`
  const url = `http://${address}`
  const child = spawn(BINARY, ['serve', '--demo'], {
    cwd: dataDir,
    env: { ...foreignEnv(), MERROIR_DATA_DIR: dataDir, MERROIR_ADDR: address, MERROIR_PUBLIC_URL: url, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = logOf(child)
  const ended = once(child, 'exit')
  try {
    await Promise.race([
      ready(url),
      ended.then(() => Promise.reject(new Error(`the server ended at once:\n${log.join('')}`))),
    ])
  } catch (error) {
    child.kill('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
    throw error
  }
  const stop = async (keptAs?: string) => {
    child.kill('SIGTERM')
    const [code] = await ended
    if (keptAs) await rename(dataDir, keptAs)
    await rm(dataDir, { recursive: true, force: true })
    const errors = log.join('').match(/^.*(?:level=ERROR|panic:).*$/gm)
    if (errors) throw new Error(`the server logged errors:\n${errors.join('\n')}`)
    if (code !== 0) throw new Error(`the server ended with status ${code}:\n${log.join('')}`)
  }
  return { url, dataDir, stop }
}

/** The server of the file that a worker is at; the next file's takes its place. */
export class OwnServer {
  private file: string | undefined
  private server: Server | undefined

  async of(file: string, settings: Record<string, string>): Promise<Server> {
    if (this.server && this.file === file) return this.server
    await this.stop()
    this.file = file
    this.server = await startServer(settings)
    return this.server
  }

  async stop(): Promise<void> {
    const { file, server } = this
    this.file = this.server = undefined
    if (server) forgetTokens(server.url)
    await server?.stop().catch((error: Error) => {
      throw new Error(`of ${file}: ${error.message}`)
    })
  }
}

/** What the developer has set for a server of their own must not reach this one. */
function foreignEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MERROIR_')))
}

function logOf(child: ChildProcess): string[] {
  const log: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => log.push(text))
  }
  return log
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port was found')
  return address.port
}

async function ready(url: string): Promise<void> {
  const deadline = Date.now() + READY_MS
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await pause(PROBE_MS)
  }
  throw new Error(`the server was not ready within ${READY_MS / 1000} s`)
}
