import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from '@jest/globals'
import pino from 'pino'
import { signedHeaders } from '../../src/adapters/channels/standard-webhook.ts'
import { type Runtime, startRuntime } from '../../workers/runtime.ts'
import { itWith } from '../guide/examples/machine.ts'
import { type Api, createApi } from '../support/api.ts'
import { createWorld, type World } from '../support/world.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const patienceMs = 60_000
const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`
const body = '{"email":"ada@example.com","name":"Zoë"}'

/** Programs in one language, as a page of the guide shows them. */
interface Language {
  readonly page: string
  readonly fence: string
  readonly file: string
  readonly command: string
  /** The code that prints whether the webhook in the environment has a valid signature. */
  readonly printVerdict: string
}

const python: Language = {
  page: 'docs/api/python.md',
  fence: 'python',
  file: 'program.py',
  command: 'python3',
  printVerdict: [
    'import json, os',
    'print(is_from_spindle(os.environ["SECRET"], json.loads(os.environ["HEADERS"]), os.environ["BODY"].encode()))',
  ].join('\n'),
}
const javaScript: Language = {
  page: 'docs/api/javascript.md',
  fence: 'js',
  file: 'program.mjs',
  command: process.execPath,
  printVerdict:
    'console.log(isFromSpindle(process.env.SECRET, JSON.parse(process.env.HEADERS), process.env.BODY))',
}

/** The program in Python that the README shows, which calls the service at the address of `npm start`. */
const pythonOfReadme: Language = { ...python, page: 'README.md' }

/** Returns the programs of a page: the first calls the API, and the second verifies a signature. */
function programsOf({ page, fence }: Language): readonly string[] {
  const text = readFileSync(root + page, 'utf8')
  return [...text.matchAll(new RegExp(`^\`\`\`${fence}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code)
}

/** Declares a test of the programs in a language. Reports it as skipped if this machine lacks the language. */
function itIn({ fence, command }: Language, name: string, test: () => Promise<void>): void {
  const { run, suffix } = itWith(command)
  run(`${fence}: ${name}${suffix}`, test, patienceMs)
}

describe('programs in the documents', () => {
  let folder: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'spindle-programs-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  async function run({ file, command }: Language, code: string, env: NodeJS.ProcessEnv): Promise<string> {
    const path = join(folder, file)
    writeFileSync(path, code)
    return (await promisify(execFile)(command, [path], { env: { ...process.env, ...env } })).stdout
  }

  describe('that call the API', () => {
    let world: World
    let api: Api
    let runtime: Runtime

    beforeEach(async () => {
      world = await createWorld([], 16)
      api = await createApi(world)
      runtime = await startRuntime(world.container, {
        databaseUrl: world.databaseUrl,
        concurrency: 3,
        logger: pino({ level: 'silent' }),
        onFatal: () => {},
      })
    })
    afterEach(async () => {
      await runtime.stop()
      await api.close()
      await world.close()
    })

    for (const language of [python, javaScript])
      itIn(language, 'append a record, start a job and wait for its end', async () => {
        const [program = ''] = programsOf(language)
        const output = await run(language, program, {
          SPINDLE_URL: api.url,
          SPINDLE_KEY: world.demo.apiKey,
          SPINDLE_TABLE: world.demo.dataTableId,
          SPINDLE_SPINNER: world.demo.spinnerId,
        })
        expect(output).toMatch(/inserted['"]?: 1\b/)
        expect(output).toMatch(/completed.*done['"]?: 1\b/s)
      })

    itIn(python, 'do what the README promises', async () => {
      const [program = ''] = programsOf(pythonOfReadme)
      const output = await run(python, program.replace('http://127.0.0.1:3000', api.url), {
        KEY: world.demo.apiKey,
        TABLE: world.demo.dataTableId,
        SPINNER: world.demo.spinnerId,
      })
      expect(output).toMatch(/'inserted': 1.*'jobId': /s)
    })

    for (const language of [python, javaScript])
      itIn(language, 'name the error of a refused request', async () => {
        const [program = ''] = programsOf(language)
        const refused = run(language, program, {
          SPINDLE_URL: api.url,
          SPINDLE_KEY: world.demo.apiKey,
          SPINDLE_TABLE: world.demo.spinnerId,
          SPINDLE_SPINNER: world.demo.spinnerId,
        })
        await expect(refused).rejects.toThrow(/NOT_FOUND: /)
      })
  })

  for (const language of [python, javaScript])
    itIn(language, 'verify the signature of a webhook', async () => {
      const [, program = ''] = programsOf(language)
      const headers = signedHeaders('msg_1', body, [
        `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
        secret,
      ])
      const old = { ...headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 301) }
      const verdict = async (given: Record<string, string>, sent: string) =>
        await run(language, `${program}\n${language.printVerdict}\n`, {
          SECRET: secret,
          HEADERS: JSON.stringify(given),
          BODY: sent,
        })
      expect(await verdict(headers, body)).toMatch(/^true\n$/i)
      expect(await verdict(headers, body.replace('Zoë', 'Zoe'))).toMatch(/^false\n$/i)
      expect(await verdict(old, body)).toMatch(/^false\n$/i)
    })
})
