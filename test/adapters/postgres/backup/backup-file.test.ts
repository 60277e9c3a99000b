import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { type BackupPart, writeBackup } from '../../../../src/operation/backup/backup-file.ts'
import { checkBackup } from '../../../../src/operation/backup/restore-backup.ts'
import { openScratch } from '../../../support/scratch.ts'
import { until } from '../../../support/until.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = openScratch()
  path = join(folder, 'all.spindle')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Begins a backup file without tables. The file is complete some time after `end` was called. */
function begin(takenAt: string) {
  const ended = Promise.withResolvers<void>()
  const header = {
    format: 1 as const,
    version: '1.0.0',
    postgres: '17',
    takenAt,
    migrations: [],
    keys: [],
    tables: [],
  }
  async function* parts(): AsyncGenerator<BackupPart> {
    yield { kind: 'header', header }
    await ended.promise
    yield { kind: 'end', closing: { tables: 0, rows: 0 } }
  }
  return { written: writeBackup(path, parts()), end: () => ended.resolve() }
}

it('two backups to one path do not mix, and the one that is complete later is refused', async () => {
  const first = begin('2026-11-23T10:00:00.000Z')
  await until(() => readdirSync(folder).length === 1)
  const second = begin('2026-11-23T11:00:00.000Z')
  const refusal = second.written.catch((error: unknown) => error)
  await until(() => readdirSync(folder).length === 2)
  first.end()
  await first.written
  expect(await checkBackup(path)).toMatchObject({ header: { takenAt: '2026-11-23T10:00:00.000Z' } })
  second.end()
  expect(await refusal).toMatchObject({
    name: 'OperationRefused',
    message: expect.stringMatching('already exists; use another name'),
  })
  expect(await checkBackup(path)).toMatchObject({ header: { takenAt: '2026-11-23T10:00:00.000Z' } })
  expect(readdirSync(folder)).toEqual(['all.spindle'])
})

it('a partial file of a killed backup does not prevent another backup to the same path', async () => {
  writeFileSync(`${path}.partial`, 'incomplete')
  const backup = begin('2026-11-23T10:00:00.000Z')
  backup.end()
  await backup.written
  await checkBackup(path)
})
