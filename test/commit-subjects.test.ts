import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openScratch } from './support/scratch.ts'

const hook = fileURLToPath(new URL('../.githooks/commit-msg', import.meta.url))

describe('the commit hook', () => {
  let folder: string
  beforeAll(() => {
    folder = openScratch()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function check(message: string): { status: number | null; stderr: string } {
    const file = join(folder, 'message')
    writeFileSync(file, message)
    const { status, stderr } = spawnSync(hook, [file], { encoding: 'utf8' })
    return { status, stderr }
  }

  it('accepts a subject of 72 characters, which are not counted as bytes', () => {
    expect(check(`${'é'.repeat(72)}\n\nA body of any length: ${'x'.repeat(200)}\n`)).toEqual({
      status: 0,
      stderr: '',
    })
  })

  it('refuses a subject of 73 characters, and says what to do', () => {
    expect(check(`# a comment of git\n\n${'x'.repeat(73)}\n`)).toEqual({
      status: 1,
      stderr:
        'The subject of this commit has 73 characters. Shorten it to 72, and put the reasons into the body.\n',
    })
  })

  it.each(['Merge ', 'Revert ', 'fixup! '])('accepts long subjects from git: %s', (start) => {
    expect(check(`${start}${'x'.repeat(80)}\n`).status).toBe(0)
  })
})
