import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { CodeSample } from '../../../src/adapters/http/openapi/code-samples.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorld, type World } from '../../support/world.ts'

let world: World
let api: Api
let operations: Record<string, Operation>

interface Operation {
  readonly operationId: string
  readonly security: readonly object[]
  readonly 'x-codeSamples'?: readonly CodeSample[]
}

beforeAll(async () => {
  world = await createWorld()
  api = await createApi(world)
  const paths = api.document.paths as unknown as Record<string, Record<string, Operation>>
  const all = Object.values(paths).flatMap((methods) => Object.values(methods))
  operations = Object.fromEntries(all.map((operation) => [operation.operationId, operation]))
})
afterAll(() => world.close())

/** The program that runs the samples of each language. */
const programs = {
  curl: ['bash', '-c'],
  JavaScript: [process.execPath, '--input-type=module', '-e'],
  Python: ['python3', '-c'],
} as const
type Language = keyof typeof programs

/** Runs a sample of the OpenAPI document as a reader does who fills in the values, and returns its output. */
async function run(operation: string, language: Language, jobId = ''): Promise<string> {
  const samples = operations[operation]?.['x-codeSamples'] ?? []
  const source = samples.find(({ label }) => label === language)?.source ?? ''
  const sample = source
    .replace(world.config.publicApiUrl, api.url)
    .replace('svc_YOUR_API_KEY', world.demo.apiKey)
    .replace('YOUR_DATA_TABLE_ID', world.demo.dataTableId)
    .replace('YOUR_SPINNER_ID', world.demo.spinnerId)
    .replace('YOUR_TOKEN', world.demo.ingestToken)
    .replace('YOUR_JOB_ID', jobId)
  expect(sample).not.toContain('YOUR_')
  const [program, ...words] = programs[language]
  const { stdout } = await promisify(execFile)(program, [...words, sample])
  return stdout
}

describe('the samples of the OpenAPI document', () => {
  it.each(['curl', 'JavaScript', 'Python'] as const)(
    'append a record, start a job and read it, in %s',
    async (language) => {
      expect(await run('records.ingest', language)).toMatch(/inserted'?"?: ?1/)
      expect(await run('records.ingestByWebhookUrl', language)).toMatch(/inserted'?"?: ?1/)
      const job = await run('spinners.trigger', language)
      const [, jobId = ''] = /jobId'?"?: ?['"]([\w-]+)/.exec(job) ?? []
      expect(await run('jobs.getPublic', language, jobId)).toContain(world.demo.spinnerId)
    },
  )

  it('exist for each operation that a key may call, except for uploads of files', () => {
    const lacking = Object.values(operations)
      .filter(({ security }) => security.some((scheme) => 'apiKey' in scheme))
      .filter((operation) => operation['x-codeSamples']?.length !== 3)
    expect(lacking.map(({ operationId }) => operationId)).toEqual([])
  })

  it('contain no id of the examples for tables, spinners and projects', () => {
    const texts = Object.values(operations).flatMap((operation) => operation['x-codeSamples'] ?? [])
    expect(
      texts.filter(({ source }) => /"(?:dataTable|spinner|project)Id": "[0-9a-f]{8}-/.test(source)),
    ).toEqual([])
  })
})
