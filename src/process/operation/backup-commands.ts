import { checkBackup } from '../../adapters/postgres/backup/restore-backup.ts'
import { StartFault } from '../../adapters/system/start-fault.ts'
import { loneCommand, table } from '../admin/admin-command.ts'
import { backupDatabase, lookAfter, restoreDatabase } from '../database/backup-database.ts'
import { withDatabase } from '../database/own-database.ts'
import type { AfterRestoreResult } from './after-restore.ts'
import { counted } from './counted.ts'

const lostOptions = {
  'hold-spinners':
    'pauses every published spinner, so that what senders repeat starts nothing before a person resumes it',
  'nothing-lost':
    'the service was stopped when the backup was taken and has not run since: it goes on as it was',
}

export const backup = loneCommand({
  form: 'backup FILE [--postgres FOLDER] [--without-secret]',
  positionals: 1,
  summary: 'Writes everything into one file, beside the running service or without it.',
  options: {
    postgres: 'where the PostgreSQL is that made the database, when npm start says that it cannot read it',
  },
  flags: {
    'without-secret':
      'leaves out the secret of DATA_DIR that opens what is sealed; a restore then needs it as SESSION_SECRET',
  },
  runAlone: async (env, { words: [path = ''], options, flags }) => {
    const begun = performance.now()
    const { rows, tables, takenAt, files } = await backupDatabase(env, {
      path,
      postgres: options['postgres'] ?? null,
      withoutSecret: flags.has('without-secret'),
      onProgress,
    })
    const secret = files.includes('session-secret')
      ? 'It holds the secret that opens what is sealed in it: keep it as you keep the database.'
      : 'It does not hold the secrets that open what is sealed in it (SESSION_SECRET, SECRETS): keep them apart from it.'
    return `${path}: ${rowsOf(rows, tables)}, as they were at ${takenAt}, in ${secondsSince(begun)} seconds. ${secret}\n`
  },
})

export const restore = loneCommand({
  form: 'restore FILE [--hold-spinners] [--nothing-lost]',
  positionals: 1,
  summary: 'Restores a backup into an empty database, and puts in doubt what may have been sent since.',
  options: {},
  flags: lostOptions,
  runAlone: async (env, { words: [path = ''], flags }) => {
    const begun = performance.now()
    const { rows, tables, lookedAfter } = await restoreDatabase(env, {
      path,
      tell,
      onProgress,
      ...lossOf(flags),
    })
    return `Restored: ${rowsOf(rows, tables)}, in ${secondsSince(begun)} seconds.\n${toldOf(lookedAfter, flags)}`
  },
})

export const afterRestore = loneCommand({
  form: 'after-restore [--recovered-to MOMENT] [--hold-spinners]',
  positionals: 0,
  summary:
    'Puts in doubt what may have been sent since the moment that was restored, so that nothing goes out twice.',
  options: {
    'recovered-to':
      'the moment to which PostgreSQL itself has recovered the database, as 2026-11-21T10:00:00Z; `restore` notes its own',
  },
  flags: lostOptions,
  runAlone: async (env, { options, flags }) => {
    const told = options['recovered-to']
    const recoveredTo = told === undefined ? null : momentOf(told)
    const order = { recoveredTo, tell, ...lossOf(flags) }
    return withDatabase(env, {}, async (url) => toldOf(await lookAfter(env, url, order), flags))
  },
})

export const checkBackupCommand = loneCommand({
  form: 'check-backup FILE',
  positionals: 1,
  summary: 'Reads a backup to its end and compares it with what it says of itself.',
  options: {},
  runAlone: async (_env, { words: [path = ''] }) => {
    const { header, rows, tables } = await checkBackup(path)
    return `${path} is whole: ${rowsOf(rows, tables)}, as they were at ${header.takenAt}, taken by version ${header.version} on PostgreSQL ${header.postgres}.\n`
  },
})

function lossOf(flags: ReadonlySet<string>) {
  return { holds: flags.has('hold-spinners'), nothingLost: flags.has('nothing-lost') }
}

function momentOf(text: string): Date {
  const moment = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(moment.getTime()))
    throw new StartFault(`"${text}" is no moment with its zone, as 2026-11-21T10:00:00Z.`)
  if (moment.getTime() > Date.now()) throw new StartFault(`${text} has not come yet.`)
  return moment
}

function toldOf(after: AfterRestoreResult, flags: ReadonlySet<string>): string {
  const { moment, jobs, inDoubt, ended, left, begun, held } = after
  if (flags.has('nothing-lost')) return 'It goes on as it was. Start the service.\n'
  const lines = [
    `The database is that of ${moment.toISOString()}. What was acknowledged after it is lost: let senders repeat from there.`,
    `${counted(inDoubt, 'recipient')} of ${counted(jobs, 'open job')} may have been written to since: "unconfirmed" with the code RESTORED, and not written to again unless a person says so.`,
    `${counted(left, 'goes on', 'go on')}, because nothing can have gone out to them; ${ended} had come to their end otherwise.`,
  ]
  if (begun > 0)
    lines.push(
      `${counted(begun, 'of those jobs was begun', 'of those jobs were begun')} now, over records that no job had taken: one that is lost may have.`,
    )
  if (held > 0)
    lines.push(
      `${counted(held, 'spinner is paused until somebody resumes it', 'spinners are paused until somebody resumes them')}.`,
    )
  const rows = after.lastAppends.map((one) => [
    one.at.toISOString(),
    one.organization,
    one.table,
    one.requestId,
  ])
  const arrivals =
    rows.length === 0
      ? ''
      : `\nThe last that arrived:\n\n${table(['AT', 'ORGANIZATION', 'TABLE', 'REQUEST'], rows)}`
  return `${lines.join('\n')}\n${arrivals}`
}

function onProgress(name: string, rows: number, of: number): void {
  if (of < 100_000) return
  const share = rows < of ? ` of about ${of}` : ''
  tell(`${name}: ${rows}${share} rows`)
}

/** Writes to stderr, because a script may read the answer on stdout. */
function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}

function rowsOf(rows: number, tables: number): string {
  return `${counted(rows, 'row')} of ${counted(tables, 'table')}`
}

function secondsSince(begun: number): string {
  return ((performance.now() - begun) / 1000).toFixed(1)
}
