import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from '@jest/globals'
import { restOfTests, testsAlone } from './support/runner/rest-of-tests.ts'

it('each line of the list of the rest of the tests names files that exist, and a reason', () => {
  const cwd = dirname(fileURLToPath(import.meta.url))
  for (const { files, reason } of [...restOfTests, ...testsAlone]) {
    expect(globSync(files, { cwd })).not.toEqual([])
    expect(reason).toMatch(/^[A-Z].*\.$/)
  }
})
