import { type ChildProcess, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startDevServer } from '../console/dev-server.ts'

/**
 * Runs the service, which restarts when its code changes, and in front of it the console with live updates.
 * Ctrl-C stops the console first, and then the service and its database cleanly.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const watched = ['src', 'workers', 'migrations']
/**
 * The milliseconds to wait after a change of a source file before the development service restarts. An editor
 * or a branch switch changes many files at once.
 */
const settledMs = 150

let stopping = false
let changes = 0
let vite: Awaited<ReturnType<typeof startDevServer>> | null = null
let service = startService()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())

try {
  process.env['API_URL'] ??= `http://127.0.0.1:${process.env['PORT'] || 3000}`
  vite = await startDevServer()
  process.stdout.write(
    '\nThe console, which shows your changes at once (the service prints another address):\n',
  )
  vite.printUrls()
  for (const directory of watched) watch(`${root}${directory}`, { recursive: true }, () => void restart())
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`)
  await stop(1)
}

function startService(): ChildProcess {
  // Starts the development service in a process group of its own. Ctrl-C therefore reaches only this script,
  // which then stops the service once.
  const child = spawn(process.execPath, ['src/main.ts'], { cwd: root, stdio: 'inherit', detached: true })
  child.once('exit', (code) => {
    if (!stopping && code !== 0)
      process.stderr.write('The service has ended. It is started again at the next change.\n')
  })
  return child
}

async function restart(): Promise<void> {
  const change = ++changes
  await setTimeout(settledMs)
  if (stopping || change !== changes) return
  process.stdout.write('A source file has changed; the service is being restarted.\n')
  await end(service)
  // Starts the development service only for the latest change of a source file. A change that came while the
  // service was stopping makes a call of its own.
  if (!stopping && change === changes) service = startService()
}

async function stop(fault = 0): Promise<void> {
  if (stopping) return
  stopping = true
  await vite?.close()
  await end(service)
  process.exit(fault || (service.exitCode ?? 1))
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done()
    child.once('exit', () => done())
    child.kill('SIGTERM')
  })
}
