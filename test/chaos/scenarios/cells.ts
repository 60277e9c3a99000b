import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { started } from '../../../bench/support/started.ts'
import { cellRequests, type SampleCellRequest, strayRequests } from '../../support/data/cell-requests.ts'
import { openScratch } from '../../support/scratch.ts'
import { unusedPort } from '../../support/servers/unused-port.ts'
import type { Figure } from '../stage/figures.ts'
import type { Scenario } from '../stage/scenario.ts'

const names = ['eu1', 'us2', 'ap3'] as const
type Cell = (typeof names)[number]

/**
 * The parts of the cells scenario: the proxies, the servers that stand for the cells, and the requests of an
 * organization that has moved.
 */
interface Stand {
  readonly scratch: string
  readonly ports: Readonly<Record<Cell, number>>
  readonly moved: readonly Moved[]
}

/** Test requests with credentials that cell eu1 issued, for an organization that has moved from cell to cell. */
interface Moved {
  readonly requests: readonly SampleCellRequest[]
  readonly through: readonly Cell[]
}

const proxies = { haproxy: startHaproxy, nginx: startNginx }

/**
 * A scenario that runs the sample configurations of deploy/cells in real proxies, in front of servers that
 * answer with the name of their cell. Every kind of credential must reach the cell that it names. Requests of a
 * moved organization must reach its last cell, with their body. The samples name two cells; a third is added to them.
 */
export const cells: Scenario = {
  about: 'the sample proxies of deploy/cells, with every kind of credential',
  runs: Object.keys(proxies),
  run: async (name) => {
    const moved = [
      await movedThrough('01936f51-0000-7000-9000-0000000000ff', ['eu1', 'us2']),
      await movedThrough('01936f51-0000-7000-9000-0000000100ff', ['eu1', 'us2', 'ap3']),
    ]
    const ports = {
      eu1: await startCell('eu1', moved),
      us2: await startCell('us2', moved),
      ap3: await startCell('ap3', moved),
    }
    const url = await proxies[name as keyof typeof proxies]({ scratch: openScratch(), ports, moved })
    const figures: Figure[] = []
    const check = async (request: SampleCellRequest, wanted: string) => {
      const got = await ask(url, request)
      const text = got === wanted ? got : `${got}, not ${wanted}`
      figures.push({ name: `${request.name} to ${wanted}`, text, isPromiseMet: got === wanted })
    }
    for (const cell of names) for (const request of await cellRequests(cell)) await check(request, cell)
    for (const request of await cellRequests(null))
      await check({ ...request, name: `${request.name} without a cell` }, 'eu1')
    for (const request of strayRequests) await check(request, 'eu1')
    for (const { requests, through } of moved)
      for (const request of requests)
        await check({ ...request, name: `${request.name}, moved ${through.length - 1}x` }, lastOf(through))
    for (const path of ['/metrics', '/api/v1/cells/accounts'])
      await check({ name: path, method: 'GET', path, headers: {}, moved: null }, '404')
    return { [name]: figures }
  },
}

async function movedThrough(organizationId: string, through: readonly Cell[]): Promise<Moved> {
  const requests = await cellRequests('eu1', organizationId)
  return { requests: requests.filter(({ moved }) => moved !== null), through }
}

function lastOf(through: readonly Cell[]): Cell {
  return through.at(-1) ?? 'eu1'
}

/**
 * Sends a request through the proxy of the scenario. Returns the name of the cell that answered and read the
 * whole body, or the status of the proxy's own response.
 */
async function ask(url: string, { method, path, headers }: SampleCellRequest): Promise<string> {
  const body = method === 'POST' ? JSON.stringify({ records: ['x'.repeat(100_000)] }) : undefined
  const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) })
  if (response.status !== 200) return String(response.status)
  const { cell, length } = (await response.json()) as { cell: string; length: number }
  return length === (body?.length ?? 0) ? cell : `${cell}, but ${length} bytes`
}

/** Starts a server for the scenario that answers with the name of its cell. Returns its port. */
async function startCell(cell: Cell, moved: readonly Moved[]): Promise<number> {
  const server = createServer((request, response) => {
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
    })
    request.on('end', () => {
      const found = moved.find(({ requests }) =>
        requests.some((sampleCellRequest) => isThat(sampleCellRequest, request.url ?? '', request.headers)),
      )
      const next = found?.through[found.through.indexOf(cell) + 1]
      if (next !== undefined) response.setHeader('X-Spindle-Cell', next)
      response.writeHead(next === undefined ? 200 : 421, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ cell, length }))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  started(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

function isThat(
  request: SampleCellRequest,
  url: string,
  headers: { authorization?: string | undefined },
): boolean {
  return url === request.path && (headers.authorization ?? '') === (request.headers['Authorization'] ?? '')
}

async function startHaproxy(stand: Stand): Promise<string> {
  const { scratch, moved } = stand
  const port = await unusedPort()
  const maps = join(scratch, 'maps')
  mkdirSync(maps, { recursive: true })
  const lines = (of: 'digest' | 'reader') =>
    moved
      .flatMap(({ requests, through }) =>
        requests
          .flatMap(({ moved: known }) =>
            known !== null && of in known ? [(known as Record<typeof of, string>)[of]] : [],
          )
          .map((key) => `${of === 'reader' ? key.slice(0, 21) : key} ${lastOf(through)}\n`),
      )
      .join('')
  writeFileSync(join(maps, 'credentials.map'), lines('digest'))
  writeFileSync(join(maps, 'organizations.map'), lines('reader'))
  const third = `\nbackend cell_ap3\n    server api1 127.0.0.1:${stand.ports.ap3}\n`
  const config = (sampleOf('haproxy.cfg', port, stand) + third)
    .replaceAll('/etc/haproxy/cells', maps)
    .replaceAll(/^ {4}server api2 .*\n/gm, '')
    .replaceAll(/^ {4}option httpchk.*\n/gm, '')
    .replaceAll(' check', '')
  return startProxy('haproxy', ['-db', '-f', written(scratch, 'haproxy.cfg', config)], port)
}

async function startNginx(stand: Stand): Promise<string> {
  const { scratch } = stand
  const port = await unusedPort()
  const config = `pid ${join(scratch, 'nginx.pid')};\n${sampleOf('nginx.conf', port, stand)
    .replaceAll(/^ {8}server 10\.\d\.0\.12:3000;\n/gm, '')
    .replaceAll('us2 cell_us2;', 'us2 cell_us2;\n        ap3 cell_ap3;')
    .replace(
      'upstream cell_us2 {',
      `upstream cell_ap3 {\n        server 127.0.0.1:${stand.ports.ap3};\n    }\n    upstream cell_us2 {`,
    )
    .replace(
      'http {',
      `http {\n    access_log off;\n    client_body_temp_path ${scratch}/body;\n    proxy_temp_path ${scratch}/proxy;\n    fastcgi_temp_path ${scratch}/f;\n    uwsgi_temp_path ${scratch}/u;\n    scgi_temp_path ${scratch}/s;`,
    )}`
  const path = written(scratch, 'nginx.conf', config)
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
function sampleOf(name: string, port: number, { ports }: Stand): string {
  return readFileSync(new URL(`../../../deploy/cells/${name}`, import.meta.url), 'utf8')
    .replace(':8080', `127.0.0.1:${port}`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replaceAll('10.1.0.11:3000', `127.0.0.1:${ports.eu1}`)
    .replaceAll('10.2.0.11:3000', `127.0.0.1:${ports.us2}`)
}

function written(scratch: string, name: string, text: string): string {
  const path = join(scratch, name)
  writeFileSync(path, text)
  return path
}

async function startProxy(program: string, args: readonly string[], port: number): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  started(() => void child.kill())
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
