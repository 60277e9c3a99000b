import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { applyPatches, readPatches, root } from './simulation/planted/patches.ts'

const patches = readPatches().map((patch) => [patch.name, patch] as const)

describe('the planted fault', () => {
  it.each(patches)('%s applies to the present files; renew it if it does not', (_, patch) => {
    expect(applyPatches([patch], root, 'try')).toBeNull()
  })

  it.each(patches)('%s says what it does, and which promise it breaks', (_, { header }) => {
    expect(header).toMatch(/^[A-Z][^\n]+\.\nBreaks: [^\n]+ \([^\n]+\)\.(\nTest: \S+)?$/)
    const [, test = ''] = /\nTest: (\S+)$/.exec(header) ?? []
    expect(existsSync(join(root, test))).toBe(true)
  })

  it.each(patches)('%s changes only the service', (_, { files }) => {
    expect(files.length).toBeGreaterThan(0)
    expect(files.filter((file) => !/^(src|workers|migrations)\//.test(file))).toEqual([])
  })
})
