import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { auditActions } from '../src/domain/account/audit/audit-action.ts'
import { eventCatalogue } from '../src/domain/event/event-type.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/**
 * Returns the anchors of the headings in a Markdown file: `## Two commands` has the anchor `#two-commands`.
 */
const anchorsOf = (file: string): string[] =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Returns the links in a Markdown file to files in the repository, which the test follows. */
const linksOf = (file: string): string[] =>
  [...read(file).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(https?:|mailto:)/.test(target))

describe('the documents', () => {
  it.each(files)('%s contains only working links', (file) => {
    const dead = linksOf(file).filter((link) => {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? file : join(dirname(file), path)
      if (!existsSync(join(root, target))) return true
      return anchor !== undefined && !anchorsOf(target).includes(anchor)
    })
    expect(dead).toEqual([])
  })
})

/** The folders of the guide, one for each reader. */
const readers = ['start', 'use', 'api', 'operate', 'contribute']
const pages = files.filter((file) => readers.some((reader) => file.startsWith(`docs/${reader}/`)))

describe('the guide', () => {
  it.each(['docs/index.md', 'docs/glossary.md', ...pages])(
    '%s begins with a title, and its readers',
    (page) => {
      const prose = read(page).replaceAll(/^```.*?^```$/gms, '')
      expect(prose).toMatch(/^# \S.*\n\nThis (?:page|is) /)
      expect(prose.match(/^# /gm)).toHaveLength(1)
    },
  )

  it('has an index that links to every page', () => {
    const linked = new Set(linksOf('docs/index.md').map((link) => join('docs', link)))
    expect(pages.filter((page) => !linked.has(page))).toEqual([])
    expect(pages.length).toBeGreaterThan(50)
  })

  it('has a page, or two, for every question of its readers', () => {
    const rows = [...read('test/guide/questions.md').matchAll(/^\| (\d+) \| .+\? \| (.+) \|$/gm)]
    expect(rows.map(([, number]) => Number(number))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
    for (const [, , answers = ''] of rows) expect([2, 3]).toContain(answers.split('](').length)
  })

  it('lists every setting once, as .env.example does', () => {
    const example = [...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, name = '']) => name)
    const ofCompose = new Set(['POSTGRES_PASSWORD', 'MEMORY_LIMIT'])
    const [, table = ''] = read('docs/operate/configuration.md').split('\n## Settings\n')
    const listed = [...table.split('\n## ')[0]!.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name),
    )
    expect(listed.toSorted()).toEqual(example.filter((name) => !ofCompose.has(name)).toSorted())
  })
})

it('README.md is at most 9 kB and 140 lines long', () => {
  expect(statSync(join(root, 'README.md')).size).toBeLessThanOrEqual(9_000)
  expect(read('README.md').split('\n').length - 1).toBeLessThanOrEqual(140)
})

it('no document runs TypeScript with the Node.js of the machine, which may be version 20', () => {
  const commands = files.flatMap((file) => read(file).match(/(?<![\w/.-])node [\w./-]+\.ts\b/g) ?? [])
  expect(commands).toEqual([])
})

it('texts and comments name only pages that exist', () => {
  const folders = [
    'src',
    'workers',
    'console/src',
    'scripts',
    'bench',
    'test',
    'deploy',
    'migrations/functions',
  ]
  const others = ['.env.example', 'docker-compose.yml', 'Dockerfile']
  const listed = execFileSync('git', ['ls-files', ...folders, ...others], { cwd: root, encoding: 'utf8' })
  const dead = listed
    .trim()
    .split('\n')
    .flatMap((file) => read(file).match(/(?<![\w/])docs\/[\w./-]+\.md\b/g) ?? [])
    .filter((page) => !existsSync(join(root, page)))
  expect(dead).toEqual([])
})

it('docs/contribute/simulation.md shows the present files of the simulator', () => {
  const shown = [...read('docs/contribute/simulation.md').matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms)]
  expect(shown.map(([, file]) => file)).toHaveLength(2)
  for (const [, file = '', text] of shown) expect(text).toBe(read(file))
})

it('docs/api/events.md lists every type of event with its object and its fields', () => {
  const said = read('docs/api/events.md')
  for (const [type, { words, object, data }] of Object.entries(eventCatalogue)) {
    const fields = Object.keys(data).map((name) => `\`${name}\``)
    expect(said).toContain(`| \`${type}\` | ${words} | \`${object}\` | ${fields.join(', ') || 'none'} | `)
  }
})

it('docs/operate/retention.md lists every audited action once', () => {
  const [, said = ''] = read('docs/operate/retention.md').split('\n## Audit\n')
  const [list = ''] = said.split(/^Each entry/m)
  let object = ''
  const named = [...list.matchAll(/`([\w.*]+)`/g)].flatMap(([, name = '']) => {
    if (!name.includes('.') && name !== 'signOut') return []
    if (!name.startsWith('.')) object = name.replace(/\..*$/, '')
    const action = name.startsWith('.') ? `${object}${name}` : name
    if (!action.endsWith('.*')) return [action]
    return auditActions.filter((auditAction) => auditAction.startsWith(action.slice(0, -1)))
  })
  expect(named.toSorted()).toEqual(auditActions.toSorted())
})

it('every table of the database is listed once for the erasure of a person', () => {
  const tables = [...read('migrations/schema.sql').matchAll(/^create table (\w+)/gm)].map(
    ([, name = '']) => name,
  )
  const [, said = ''] = read('docs/use/people.md').split('### Every table')
  const named = [...said.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
  expect(named.toSorted()).toEqual(tables.toSorted())
})
