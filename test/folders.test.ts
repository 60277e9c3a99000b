import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from '@jest/globals'

/** The largest number of files in a folder of the repository. */
const maxFiles = 16

/** The folders that may hold more files, because none of them is code, and the reason for each. */
const exempt: Readonly<Record<string, string>> = {
  '.': 'Tools look for their configuration in the root folder.',
  'docs/use': 'The folder is the list of pages of the guide, and the name of each page is part of its URL.',
  'docs/decisions': 'Decisions are numbered, and each new one adds a file.',
  'test/fixtures/senders':
    'Each file is the request of one sender of leads, found by the name of that sender.',
}

/** The folders of `test/` whose files are about one file of `src/` each. */
const mirrored = ['domain', 'use-cases', 'adapters']

/** Returns the paths of all files of the repository. */
function filesOfRepository(): readonly string[] {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const words = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const listed = execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  return [...new Set(listed)].filter((file) => existsSync(join(root, file)))
}

it('no folder holds more than 16 files, so that a reader can take in each at a glance', () => {
  const files = filesOfRepository()
  expect(files.length).toBeGreaterThan(1_000)
  const counts = new Map<string, number>()
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  const tooLarge = [...counts].filter(([folder, count]) => count > maxFiles && !(folder in exempt))
  expect(tooLarge).toEqual([])
  const needless = Object.keys(exempt).filter((folder) => (counts.get(folder) ?? 0) <= maxFiles)
  expect(needless).toEqual([])
})

it('a test that is named like one file of src/ lies in the folder of the same name', () => {
  const files = filesOfRepository()
  const sources = Map.groupBy(
    files.filter((file) => file.startsWith('src/')),
    (file) => basename(file, '.ts'),
  )
  const tests = files.filter(
    (file) => file.endsWith('.test.ts') && mirrored.some((layer) => file.startsWith(`test/${layer}/`)),
  )
  expect(tests.length).toBeGreaterThan(100)
  const misplaced = tests.flatMap((file) => {
    const layer = file.split('/')[1] ?? ''
    const named = (sources.get(basename(file, '.test.ts')) ?? []).filter((source) =>
      source.startsWith(`src/${layer}/`),
    )
    const folders = named.map((source) => dirname(source).replace(/^src/, 'test'))
    return folders.length === 1 && folders[0] !== dirname(file) ? [[file, folders[0]]] : []
  })
  expect(misplaced).toEqual([])
})
