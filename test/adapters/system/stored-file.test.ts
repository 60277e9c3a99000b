import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { storedFile } from '../../../src/adapters/system/stored-file.ts'
import { readConfig } from '../../../src/config.ts'
import { openScratch } from '../../support/scratch.ts'

describe('the secret that a first start creates', () => {
  let folder: string
  let path: string
  beforeEach(() => {
    folder = openScratch('spindle-kept-')
    path = join(folder, 'session-secret')
  })

  it('is the same at every start, and readable only by its owner', () => {
    const [first] = readConfig({ DATA_DIR: folder }).secrets
    expect(first?.secret).toHaveLength(43)
    expect(readConfig({ DATA_DIR: folder }).secrets).toEqual([first])
    expect(readFileSync(path, 'utf8')).toBe(first?.secret)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['session-secret'])
  })

  it('is refused by the name of its file if it is empty or cut off', () => {
    for (const text of ['', 'x'.repeat(31)]) {
      writeFileSync(path, text)
      expect(() => readConfig({ DATA_DIR: folder })).toThrow(
        `The file ${path} holds ${text.length} characters and must hold at least 32. Restore it from a backup.`,
      )
    }
  })

  it('leaves no file if the disk is full', () => {
    // Forbids the process of the test to write to files, as on a full disk.
    const code = `import { readConfig } from './src/config.ts'
      try { readConfig({ DATA_DIR: process.argv[1] }) } catch (error) { console.log(error.code) }`
    const limited = `trap '' XFSZ; ulimit -f 0; exec "$@"`
    const words = [process.execPath, '--no-warnings', '--input-type=module', '-e', code, folder]
    const { stdout } = spawnSync('bash', ['-c', limited, 'bash', ...words], { encoding: 'utf8' })
    expect(stdout.trim()).toBe('EFBIG')
    expect(readdirSync(folder)).toEqual([])
  })

  it('is the one of the first of two processes that create it at once', () => {
    const text = storedFile(
      path,
      () => {
        storedFile(path, () => 'of the first', { least: 1 })
        return 'of the second'
      },
      { least: 1 },
    )
    expect([text, readdirSync(folder)]).toEqual(['of the first', ['session-secret']])
  })
})
