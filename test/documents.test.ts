import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
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
