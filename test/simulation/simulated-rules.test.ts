import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from '@jest/globals'
import { promises } from './promises/promises.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(join(root, 'docs/contribute/simulated-rules.md'), 'utf8')
const named = [...page.matchAll(/`((?:promises|operations)\/[\w/-]+|test\/[\w./-]+\.test\.ts)`/g)].map(
  ([, name = '']) => name,
)
const fileOf = (name: string): string =>
  join(root, name.startsWith('test/') ? name : `test/simulation/${name}.ts`)

it('docs/contribute/simulated-rules.md names existing files only', () => {
  expect(named.filter((name) => !existsSync(fileOf(name)))).toEqual([])
})

it('docs/contribute/simulated-rules.md has a rule for each promise of the simulator', () => {
  const texts = [...new Set(named)].map((name) => readFileSync(fileOf(name), 'utf8'))
  const lacking = promises
    .map(({ promise }) => promise)
    .filter((promise) => !texts.some((text) => text.includes(promise)))
  expect(lacking).toEqual([])
})
