import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { parse } from 'yaml'
import { readConfig } from '../../src/config.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

import { type Block, blocks, blocksOf, inlineCodeOf, type Kind, pages, root } from './examples/blocks.ts'
import { bodyFaults, openApiDocument, requestPathsOf } from './examples/bodies.ts'
import { documentedCommandFault } from './examples/commands.ts'
import { itWith } from './examples/machine.ts'

const ofKind = (kind: Kind, language?: string): readonly (readonly [string, Block])[] =>
  blocks
    .filter((block) => block.kind === kind && (language ?? block.language) === block.language)
    .map((block) => [`${block.page}:${block.line}`, block] as const)

const settings = new Set(
  [...readFileSync(`${root}.env.example`, 'utf8').matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name),
)

describe('settings', () => {
  it.each(ofKind('settings'))('%s: the service accepts them', (_, { page, text }) => {
    const lines = [...text.matchAll(/^([A-Z_]+)=(.*?)(?: +#.*)?$/gm)]
    const used = blocksOf(page)
      .map((block) => block.text)
      .join('\n')
    const foreign = lines.filter(([, name = '']) => !settings.has(name))
    expect(foreign.filter(([, name = '']) => !used.includes(`$${name}`) && !name.startsWith('AWS_'))).toEqual(
      [],
    )
    const values = lines
      .filter(([, name = '']) => settings.has(name))
      .map(
        ([, name = '', value = '']) =>
          [name, value.replace(/^…$/, 'x'.repeat(32)).replace(/^'(.*)'$/, '$1')] as const,
      )
    expect(() => readConfig({ SESSION_SECRET: 'x'.repeat(32), ...Object.fromEntries(values) })).not.toThrow()
  })
})

describe('bodies of requests and answers', () => {
  it.each(ofKind('body'))('%s: has the fields of the OpenAPI document', async (_, block) => {
    expect(bodyFaults(await openApiDocument(), block)).toEqual([])
  })
})

describe('data', () => {
  it.each(ofKind('data', 'json'))('%s: is the JSON of another program', (_, { text }) => {
    const keys = Object.keys(JSON.parse(text) as object)
    // A body of Spindle begins with small letters, and needs the route on its fence, so that its fields are checked.
    expect(keys.filter((key) => !/^[A-Z]/.test(key))).toEqual([])
  })
  it.each(ofKind('data', 'yaml'))('%s: is YAML, with settings that exist', (_, { text }) => {
    const { env = [] } = parse(text) as { readonly env?: readonly { readonly name: string }[] }
    expect(env.map(({ name }) => name).filter((name) => !settings.has(name))).toEqual([])
  })
})

describe('units of systemd', () => {
  const { run, suffix } = itWith('systemd-analyze')
  run.each(ofKind('unit'))(`%s: systemd accepts it${suffix}`, (_, { text }) => {
    const type = /^\[(Timer|Service)\]$/m.exec(text)?.[1]?.toLowerCase() ?? 'service'
    const faults = withFile(
      `example.${type}`,
      text.replace(/^(ExecStart)=.*$/m, '$1=/bin/true'),
      (file, folder) => {
        if (type === 'timer')
          writeFileSync(join(folder, 'example.service'), '[Service]\nExecStart=/bin/true\n')
        return execFileSync('sh', ['-c', 'systemd-analyze verify "$0" 2>&1', file], { encoding: 'utf8' })
      },
    )
    expect(faults.split('\n').filter((line) => line.includes('example.'))).toEqual([])
  })
})

describe('configurations of proxies', () => {
  const nginx = itWith('nginx')
  nginx.run.each(ofKind('proxy', 'nginx'))(`%s: nginx accepts it${nginx.suffix}`, (_, { text }) => {
    const withoutFiles = text.replaceAll(/^ *ssl_certificate.*$/gm, '').replaceAll(/ssl(?= http2)/g, '')
    withFile('nginx.conf', withoutFiles, (file, folder) => {
      const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder};`,
      )
      const whole = `pid ${file}.pid; events {} http { access_log off; ${places.join(' ')}\n${withoutFiles}}\n`
      writeFileSync(file, whole)
      execFileSync('nginx', ['-t', '-q', '-c', file, '-e', 'stderr'], { stdio: 'pipe' })
    })
  })
  const caddy = itWith('caddy')
  caddy.run.each(ofKind('proxy', 'caddyfile'))(`%s: Caddy accepts it${caddy.suffix}`, (_, { text }) => {
    withFile('Caddyfile', text, (file) =>
      execFileSync('caddy', ['adapt', '--config', file], { stdio: 'pipe' }),
    )
  })
  it.each(ofKind('proxy'))('%s: leads to the port of the service, with balanced braces', (_, { text }) => {
    expect(text).toContain('127.0.0.1:3000')
    expect(text.match(/\{$/gm)?.length).toBe(text.match(/^\s*\}$/gm)?.length)
  })
})

describe('programs', () => {
  const python = itWith('python3')
  python.run.each(ofKind('program', 'python'))(`%s: Python compiles it${python.suffix}`, (_, { text }) => {
    execFileSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input: text })
  })
  it.each([...ofKind('program', 'js'), ...ofKind('program', 'ts')])(
    '%s: Node.js compiles it',
    (_, { text }) => {
      const script = withFile('program.mjs', stripTypeScriptTypes(text), (file) =>
        execFileSync(process.execPath, ['--check', file], { encoding: 'utf8' }),
      )
      expect(script).toBe('')
    },
  )
})

describe('SQL', () => {
  let database: TestDatabase
  let sql: pg.Client
  const name = `guide_${randomBytes(4).toString('hex')}`
  beforeAll(async () => {
    database = await createTestDatabase()
    sql = new pg.Client({ connectionString: database.url })
    await sql.connect()
  })
  afterAll(async () => {
    await sql.end()
    await database.drop()
  })

  it.each([...new Set(ofKind('sql').map(([, { page }]) => page))])('%s: PostgreSQL runs it', async (page) => {
    try {
      for (const { text } of blocksOf(page).filter(({ kind }) => kind === 'sql'))
        for (const statement of text
          .replaceAll(/--.*$/gm, '')
          .split(/;\s*$/m)
          .filter((part) => part.trim() !== ''))
          await sql.query(statement.replaceAll(/\bspindle\b/g, name))
    } finally {
      await sql.query(`drop database if exists ${name}`)
      const { rowCount } = await sql.query('select from pg_roles where rolname = $1', [name])
      if (rowCount === 1) await sql.query(`drop owned by ${name}; drop role ${name}`)
    }
  })

  it('names settings of PostgreSQL that exist', async () => {
    const { rows } = await sql.query<{ name: string }>('select name from pg_settings')
    const existing = new Set(rows.map((row) => row.name))
    const named = ofKind('commands').flatMap(([, { text }]) =>
      [...text.matchAll(/^(?:alter system set )?([a-z_]+) = '/gm)].map(([, setting = '']) => setting),
    )
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((setting) => !existing.has(setting))).toEqual([])
  })
})

/** Codes and settings, which the repository must contain outside of its documents. */
const constant = /(?<![\w-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w-])/g
const sources = [
  'src',
  'workers',
  'console',
  'scripts',
  'bench',
  'test',
  'deploy',
  '.env.example',
  'docker-compose.yml',
]
const grep = (pattern: string, ...places: readonly string[]): readonly string[] =>
  execFileSync('git', ['grep', '-ohE', pattern, '--', ...places, ':!test/guide'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  }).split('\n')
const constants = new Set([
  ...grep('[A-Z][A-Z0-9]*(_[A-Z0-9]+)+', ...sources),
  // The chaos scenarios read a setting by its name without the prefix.
  ...grep("setting\\('[A-Z_]+'", 'test/chaos').map((call) => `CHAOS_${call.slice("setting('".length, -1)}`),
])
/** A path of the repository that names one file or folder. */
const pathInRepository =
  /^(?:src|workers|console|scripts|bench|test|deploy|migrations)\/(?:[a-z0-9.-][\w.-]*\/?)*$/
/** Paths outside of the OpenAPI document. */
const undocumentedPaths = new Set(['GET /metrics'])

/** The codes that the glossary refuses, which must not exist. */
const refusedNames = new Set(
  (readFileSync(`${root}docs/glossary.md`, 'utf8').split('## Refused names')[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .flatMap((row) => row.split('|')[3]?.match(constant) ?? []),
)

describe('names in texts and in the prose', () => {
  it.each(pages)('%s: codes, settings, routes, commands and programs exist', async (page) => {
    const texts = blocksOf(page).filter(({ kind }) => kind === 'text' || kind === 'commands')
    const inline = inlineCodeOf(page)
    const isGlossary = page === 'docs/glossary.md'
    const assigned = new Set(
      texts.flatMap(({ text }) => [...text.matchAll(/\$\{?([A-Z_]+)/g)].map(([, name]) => name)),
    )
    const all = [...inline, ...texts.map(({ text }) => text)]
    const faults = all.flatMap((text) =>
      (text.match(constant) ?? []).filter(
        (name) => !assigned.has(name) && constants.has(name) === (isGlossary && refusedNames.has(name)),
      ),
    )
    for (const text of all)
      for (const [, name = ''] of text.matchAll(/\bdist\/current\/(\w+)\.js/g))
        if (!readFileSync(`${root}scripts/build/programs.ts`, 'utf8').includes(`  ${name}: `))
          faults.push(name)
    const paths = requestPathsOf(await openApiDocument())
    for (const text of inline) {
      const [, method = '', path = ''] = /^(GET|POST|PUT|PATCH|DELETE) (\/[^\s?]*)/.exec(text) ?? []
      if (
        method !== '' &&
        !undocumentedPaths.has(text) &&
        !paths.some((form) => form.method === method && form.pattern.test(path))
      )
        faults.push(text)
      if (pathInRepository.test(text) && !existsSync(root + text)) faults.push(text)
      const fault = documentedCommandFault(text)
      if (fault !== null) faults.push(fault)
    }
    expect(faults).toEqual([])
  })

  it('docs/contribute/architecture.md shows a tree of folders and files that exist', () => {
    const [tree = ''] = ofKind('text')
      .filter(([, { page }]) => page.endsWith('architecture.md'))
      .map(([, { text }]) => text)
    const folders: string[] = []
    const missing: string[] = []
    for (const [, indent = '', names = ''] of tree.matchAll(/^( *)(\S+(?: {1,2}\S+[./]\S*)*)/gm)) {
      folders.length = indent.length / 2
      const parent = folders.join('')
      for (const name of names
        .split(/ +/)
        .filter(
          (word) => /^[\w.-]+(?:\/[\w-]+)*\/?$/.test(word) && /[./]/.test(word) && !word.includes('FEATURE'),
        ))
        if (!existsSync(root + parent + name)) missing.push(parent + name)
      folders.push(names.split(' ')[0] ?? '')
    }
    expect(missing).toEqual([])
  })
})

/** Calls a function with a file in a new folder, which is deleted afterwards. */
function withFile<Result>(name: string, text: string, use: (file: string, folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'spindle-format-'))
  try {
    writeFileSync(join(folder, name), text)
    return use(join(folder, name), folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
