import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pino from 'pino'
import { type Runtime, startRuntime } from '../../workers/runtime.ts'
import { type Api, createApi } from '../support/api.ts'
import { createWorld, type World } from '../support/world.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** The time limit in milliseconds of a test, which starts a process for each pasted command. */
const patience = 120_000

describe('commands in the documents, pasted into a shell', () => {
  let world: World
  let api: Api
  let runtime: Runtime
  let folder: string

  beforeEach(async () => {
    world = await createWorld([], 16)
    api = await createApi(world)
    runtime = await startRuntime(world.container, {
      databaseUrl: world.databaseUrl,
      concurrency: 3,
      logger: pino({ level: 'silent' }),
      onFatal: () => {},
    })
    folder = mkdtempSync(join(tmpdir(), 'spindle-commands-'))
    writeFileSync(
      join(folder, 'curl'),
      `#!/bin/sh\nexec "${process.execPath}" ${root}test/support/data/curl.ts "$@"\n`,
    )
    chmodSync(join(folder, 'curl'), 0o755)
  })
  afterEach(async () => {
    rmSync(folder, { recursive: true })
    await runtime.stop()
    await api.close()
    await world.close()
  })

  /**
   * Returns the first block of shell commands below a heading of a document, with the URL of the tested service
   * in place of the documented one.
   */
  function commandsBelow(file: string, heading: string): string {
    const [, below = ''] = readFileSync(root + file, 'utf8').split(`\n## ${heading}\n`)
    const [, commands = ''] = /^```sh\n(.*?)^```$/ms.exec(below) ?? []
    return commands.replace('http://127.0.0.1:3000', api.url)
  }

  async function paste(...blocks: readonly string[]): Promise<string> {
    const PATH = `${folder}:${process.env['PATH']}`
    const ran = promisify(execFile)('sh', ['-e', '-c', blocks.join('\n')], { env: { ...process.env, PATH } })
    return (await ran).stdout
  }

  it(
    'set up an organization, and then run its campaign of 30 days in test mode',
    async () => {
      const output = await paste(
        commandsBelow('docs/api/first-calls.md', 'Your own organization, from sign-up to trigger'),
        commandsBelow('docs/use/test-mode.md', 'Test mode by API'),
      )
      expect(output).not.toContain('"ok":false')
      expect(output).toContain('"status":"completed"')
      const [ada = '', grace = ''] = output.split('{"items":').slice(-2)
      expect(ada).toContain('"subject":"Welcome, Ada"')
      expect(ada).toContain('"subject":"A week later"')
      expect(grace).toContain('"kind":"reply"')
      expect(grace).toContain('"status":"REPLIED"')
      expect(grace).not.toContain('A week later')
    },
    patience,
  )
})
