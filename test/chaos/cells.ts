import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { print } from '../../bench/support/arena.ts'
import { freePort } from '../../src/adapters/postgres/embedded/free-port.ts'
import { type CellRequest, cellRequests, strayRequests } from '../support/cell-requests.ts'
import { openScratch } from '../support/scratch.ts'

/**
 * Runs the sample configurations of deploy/cells in real proxies, in front of two servers that answer with
 * the name of their cell. Every kind of credential must reach the cell that it names. Requests of a moved
 * organization must reach its new cell, with their body.
 */
const cells = ['eu1', 'us2'] as const
type Cell = (typeof cells)[number]

const scratch = openScratch()
/** Requests with credentials that cell eu1 issued, for an organization that has moved to us2. */
const moved = (await cellRequests('eu1', '01936f51-0000-7000-9000-0000000000ff')).filter(
  (request) => request.moved !== null,
)
const servers = { eu1: await startCell('eu1'), us2: await startCell('us2') }
const started: ChildProcess[] = []
let faults = 0
try {
  for (const [name, start] of [
    ['haproxy', startHaproxy],
    ['nginx', startNginx],
  ] as const) {
    const url = await start()
    const rows: string[][] = []
    const check = async (request: CellRequest, wanted: string) => {
      const got = await ask(url, request)
      if (got !== wanted) faults++
      rows.push([name, request.name, wanted, got, got === wanted ? '' : 'BROKEN'])
    }
    for (const cell of cells) for (const request of await cellRequests(cell)) await check(request, cell)
    for (const request of await cellRequests(null)) await check(request, 'eu1')
    for (const request of strayRequests) await check(request, 'eu1')
    for (const request of moved) await check({ ...request, name: `${request.name}, moved` }, 'us2')
    for (const path of ['/metrics', '/api/v1/cells/accounts'])
      await check({ name: path, method: 'GET', path, headers: {}, moved: null }, '404')
    print(rows)
  }
} finally {
  for (const child of started) child.kill()
  for (const { server } of Object.values(servers)) server.closeAllConnections()
  for (const { server } of Object.values(servers)) server.close()
}
process.exit(faults === 0 ? 0 : 1)

/**
 * Sends a request. Returns the name of the cell that answered and read the whole body, or the status of a
 * proxy's own response.
 */
async function ask(url: string, { method, path, headers }: CellRequest): Promise<string> {
  const body = method === 'POST' ? JSON.stringify({ records: ['x'.repeat(100_000)] }) : undefined
  const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) })
  if (response.status !== 200) return String(response.status)
  const { cell, length } = (await response.json()) as { cell: string; length: number }
  return length === (body?.length ?? 0) ? cell : `${cell}, but ${length} bytes`
}

async function startCell(cell: Cell): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
    })
    request.on('end', () => {
      const hasMoved = cell === 'eu1' && moved.some((one) => isThat(one, request.url ?? '', request.headers))
      if (hasMoved) response.setHeader('X-Spindle-Cell', 'us2')
      response.writeHead(hasMoved ? 421 : 200, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ cell, length }))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { server, port: (server.address() as AddressInfo).port }
}

function isThat(one: CellRequest, url: string, headers: { authorization?: string | undefined }): boolean {
  return url === one.path && (headers.authorization ?? '') === (one.headers['Authorization'] ?? '')
}

async function startHaproxy(): Promise<string> {
  const port = await freePort()
  const maps = join(scratch, 'maps')
  mkdirSync(maps, { recursive: true })
  const lines = (of: 'digest' | 'reader') =>
    moved
      .flatMap(({ moved: known }) =>
        known !== null && of in known ? [(known as Record<typeof of, string>)[of]] : [],
      )
      .map((key) => `${of === 'reader' ? key.slice(0, 21) : key} us2\n`)
      .join('')
  writeFileSync(join(maps, 'credentials.map'), lines('digest'))
  writeFileSync(join(maps, 'organizations.map'), lines('reader'))
  const config = sampleOf('haproxy.cfg', port)
    .replaceAll('/etc/haproxy/cells', maps)
    .replaceAll(/^ {4}server api2 .*\n/gm, '')
    .replaceAll(/^ {4}option httpchk.*\n/gm, '')
    .replaceAll(' check', '')
  return startProxy('haproxy', ['-db', '-f', written('haproxy.cfg', config)], port)
}

async function startNginx(): Promise<string> {
  const port = await freePort()
  const config = `pid ${join(scratch, 'nginx.pid')};\n${sampleOf('nginx.conf', port)
    .replaceAll(/^ {8}server 10\.\d\.0\.12:3000;\n/gm, '')
    .replace(
      'http {',
      `http {\n    access_log off;\n    client_body_temp_path ${scratch}/body;\n    proxy_temp_path ${scratch}/proxy;\n    fastcgi_temp_path ${scratch}/f;\n    uwsgi_temp_path ${scratch}/u;\n    scgi_temp_path ${scratch}/s;`,
    )}`
  const path = written('nginx.conf', config)
  return startProxy(
    'nginx',
    ['-p', scratch, '-e', join(scratch, 'nginx.log'), '-c', path, '-g', 'daemon off;'],
    port,
  )
}

/**
 * Returns a sample configuration of deploy/cells, with the ports of this trial's servers in place of the
 * sample's.
 */
function sampleOf(name: string, port: number): string {
  return readFileSync(new URL(`../../deploy/cells/${name}`, import.meta.url), 'utf8')
    .replace(':8080', `127.0.0.1:${port}`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replaceAll('10.1.0.11:3000', `127.0.0.1:${servers.eu1.port}`)
    .replaceAll('10.2.0.11:3000', `127.0.0.1:${servers.us2.port}`)
}

function written(name: string, text: string): string {
  const path = join(scratch, name)
  writeFileSync(path, text)
  return path
}

async function startProxy(program: string, args: readonly string[], port: number): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  started.push(child)
  let failure: Error | null = null
  child.once('error', (error) => {
    failure = error
  })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 100; tries++) {
    await setTimeout(50)
    if (failure !== null || child.exitCode !== null)
      throw new Error(`${program} does not run. Is it installed? apt-get install haproxy nginx-light`)
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return url
  }
  throw new Error(`${program} does not listen`)
}
