import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../support/api.ts'
import { createWorkshop, signUp } from '../support/data/person.ts'
import { createWorld, type World } from '../support/world.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const patienceMs = 60_000
const hasRequests = spawnSync('python3', ['-c', 'import requests']).status === 0
const shownUrl = 'https://spindle.example.com/api/v1/public/data-tables/ingest/tbl_SECRET'

/** Returns the blocks of code on a page of a source, as the built guide serves it. */
function codeOf(source: string): readonly string[] {
  const page = readFileSync(`${root}scripts/site/dist/sources/${source}.md.br`)
  return [
    ...brotliDecompressSync(page)
      .toString()
      .matchAll(/^```\w+\n(.*?)^```$/gms),
  ].map(([, code = '']) => code)
}

describe('the code on the page of a source', () => {
  let world: World
  let api: Api
  let folder: string
  let url: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    const ada = await signUp(api)
    const table = `/data-tables/${(await createWorkshop(ada)).dataTableId}`
    const { webhookUrl } = await ada.do('PATCH', table, { missingColumns: 'fill' })
    url = api.url + new URL(webhookUrl as string).pathname
    folder = mkdtempSync(join(tmpdir(), 'spindle-sources-'))
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await api.close()
    await world.close()
  })

  /** Runs the first block of code of a page against the tested service, and returns what it prints. */
  async function run(source: string, command: string, file: string, after = ''): Promise<string> {
    const [code = ''] = codeOf(source)
    expect(code).toContain(shownUrl)
    const path = join(folder, file)
    writeFileSync(path, code.replace(shownUrl, url) + after)
    return (await promisify(execFile)(command, [path])).stdout
  }

  it('in curl adds a record', async () => {
    const curl = `curl() { "${process.execPath}" ${root}test/support/data/curl.ts "$@"; }\n`
    const [code = ''] = codeOf('curl')
    const program = curl + code.replace(shownUrl, url)
    expect((await promisify(execFile)('sh', ['-c', program])).stdout).toContain('"inserted":1')
  })

  it(
    'in JavaScript adds a record',
    async () => {
      expect(await run('javascript', process.execPath, 'program.mjs')).toContain('inserted: 1')
    },
    patienceMs,
  )

  const inPython = hasRequests ? it : it.skip
  inPython(
    'in Python adds a record',
    async () => {
      expect(await run('python', 'python3', 'program.py')).toContain("'inserted': 1")
    },
    patienceMs,
  )

  it(
    'in Apps Script posts the answers of a form',
    async () => {
      const stub = `
globalThis.UrlFetchApp = { fetch: (url, { method, payload }) => console.log(method, url, payload) }
onFormSubmit({ namedValues: { 'Your e-mail': ['ada@example.com'] } })`
      expect(await run('google-forms', process.execPath, 'script.mjs', stub)).toBe(
        `post ${url} {"namedValues":{"Your e-mail":["ada@example.com"]}}\n`,
      )
    },
    patienceMs,
  )

  it('as a sample body is JSON', () => {
    expect(codeOf('salesforce-flow').map((text) => text.trim().startsWith('{'))).toContain(true)
    for (const text of codeOf('salesforce-flow'))
      if (text.startsWith('{')) expect(() => JSON.parse(text) as unknown).not.toThrow()
  })
})
