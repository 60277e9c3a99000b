import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from './run-tool.ts'
import { makeScratch } from './scratch.ts'

/**
 * Generates clients with schemas from the OpenAPI document by three generators and compiles the clients.
 * Lints the document with Spectral's rules. The script takes minutes and installs packages into a scratch
 * folder, so CI runs it beside `npm test`.
 */
const compiler = 'typescript@5.9.3'

interface Generator {
  readonly name: string
  readonly packages: readonly string[]
  /** The configuration file of a generator of API clients: the file's name and its text. */
  readonly config?: readonly [file: string, text: string]
  readonly command: readonly string[]
}

/** The path of the OpenAPI document, relative to the folder of a generator. */
const document = '../openapi.json'
const generators: readonly Generator[] = [
  {
    name: 'hey-api/openapi-ts with zod',
    packages: ['@hey-api/openapi-ts@0.99.0', 'zod@4.6.7'],
    config: [
      'openapi-ts.config.ts',
      `export default { input: '${document}', output: 'out', plugins: ['@hey-api/typescript', '@hey-api/sdk', 'zod', '@hey-api/client-fetch'] }\n`,
    ],
    command: ['openapi-ts'],
  },
  {
    name: 'orval with zod',
    packages: ['orval@7.13.2', 'zod@4.6.7'],
    config: [
      'orval.config.ts',
      `const input = '${document}'
export default {
  client: { input, output: { target: 'out/api.ts', client: 'fetch', mode: 'single' } },
  schemas: { input, output: { target: 'out/zod.ts', client: 'zod', mode: 'single' } },
}\n`,
    ],
    command: ['orval'],
  },
  {
    name: 'openapi-zod-client',
    packages: ['openapi-zod-client@1.18.3', 'zod@3.25.76', '@zodios/core@10.9.6', 'axios@1.13.2'],
    command: ['openapi-zod-client', document, '-o', 'out/client.ts'],
  },
]

const strict = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'esnext']
const compile = ['tsc', ...strict, '--moduleResolution', 'bundler', '--lib', 'es2022,dom,dom.iterable']

const scratch = makeScratch()
try {
  const { status, stderr } = runTool(
    'node',
    ['scripts/write-openapi.ts', join(scratch, 'openapi.json')],
    'pipe',
  )
  if (status !== 0) throw new Error(stderr)
  const outcomes = [
    ...generators.map((generator) => reported(generator.name, () => compiles(generator))),
    reported('Spectral', lints),
  ]
  const failed = outcomes.filter((passed) => !passed).length
  process.stdout.write(`${outcomes.length - failed} passed, ${failed} failed\n`)
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

/**
 * The output of a failed check of the OpenAPI document or of a generated client; null if the check passed.
 */
type Outcome = string | null

function reported(name: string, check: () => Outcome): boolean {
  const output = check()
  process.stdout.write(`${output === null ? 'ok    ' : 'FAILED'} ${name}\n${output ?? ''}`)
  return output === null
}

function compiles({ name, packages, config, command }: Generator): Outcome {
  const folder = installed(name, [...packages, compiler])
  if (config !== undefined) writeFileSync(join(folder, config[0]), config[1])
  return (
    failureOf(folder, ['npm', 'exec', '--', ...command]) ??
    failureOf(folder, ['sh', '-c', `npm exec -- ${compile.join(' ')} out/*.ts`])
  )
}

function lints(): Outcome {
  const folder = installed('spectral', ['@stoplight/spectral-cli@6.16.3'])
  writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n')
  return failureOf(folder, ['npm', 'exec', '--', 'spectral', 'lint', document, '--fail-severity', 'error'])
}

/** Installs npm packages into a new scratch folder and returns the path of the folder. */
function installed(name: string, packages: readonly string[]): string {
  const folder = join(scratch, name.replaceAll(/\W+/g, '-'))
  mkdirSync(join(folder, 'out'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--legacy-peer-deps', '--save-exact']
  const failure = failureOf(folder, ['npm', 'install', ...quiet, ...packages])
  if (failure !== null) throw new Error(failure)
  return folder
}

function failureOf(cwd: string, [command = '', ...words]: readonly string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8' })
  return status === 0 ? null : `${stdout}${stderr}`
}
