import type { Container } from 'inversify'
import { StartFault } from '../../adapters/system/start-fault.ts'
import { operator } from '../../domain/account/audit/actor.ts'
import { auditActions } from '../../domain/account/audit/audit-action.ts'
import type { AuditEntry } from '../../domain/account/audit/audit-entry.ts'
import type { AuditFilter } from '../../domain/account/audit/audit-filter.ts'
import { normalizedEmail } from '../../domain/email-address.ts'
import { isId } from '../../domain/id.ts'
import { AuditStore } from '../../ports/account/audit.ts'
import { Audit } from '../../use-cases/account/audit/audit.ts'
import { adminCommand, type ParsedCommandLine, textTable } from './admin-command.ts'

/**
 * The number of audit entries that the audit command prints without `--limit`: as many as a person can read.
 */
const defaultLimit = '100'
const maxLimit = 1_000_000_000

/** The number of audit entries that a command reads from the database at once, which limits its memory. */
const atOnce = 500

export const audit = adminCommand({
  form: 'audit [--organization ID] [--account ADDRESS] [--action NAME] [--since TIME] [--until TIME] [--limit N] [--json]',
  positionals: 0,
  summary:
    'Lists the entries of the audit log, newest first: who did what and when, and which attempts were refused.',
  options: {
    organization: 'only entries of the organization with this id',
    account: 'only entries by or about the person with this address',
    action:
      'only entries of this action, such as apiKey.revoked, or of all actions that begin with it, such as apiKey',
    since: 'only entries from this time on: 2026-11-20 or 2026-11-20T09:00Z, in UTC by default',
    until: 'only entries before this time',
    limit: `the maximum number of entries; the default is ${defaultLimit}`,
  },
  flags: { json: 'one JSON object per line, with all fields' },
  run: async (container, parsed) => {
    const filter = filterOf(parsed)
    const limit = limitOf(parsed.options['limit'] ?? defaultLimit)
    return (parsed.flags.has('json') ? linesOf : tableOf)(entriesOf(container.get(AuditStore), filter, limit))
  },
})

export const auditForget = adminCommand({
  form: 'audit-forget --before TIME',
  positionals: 0,
  summary: 'Deletes audit entries that are older than a time, and adds an entry about the deletion.',
  options: { before: 'deletes entries before this time: 2026-11-20 or 2026-11-20T09:00Z, in UTC by default' },
  run: forget,
})

async function forget(container: Container, { options }: ParsedCommandLine): Promise<string> {
  const before = momentOf('before', options['before'] ?? '')
  const count = await container.get(Audit).forget({ before, by: operator })
  return `${count === 1 ? '1 entry was' : `${count} entries were`} deleted.\n`
}

function filterOf({ options }: ParsedCommandLine): AuditFilter {
  const { organization, account, action, since, until } = options
  if (organization !== undefined && !isId(organization))
    throw new StartFault('--organization must be an id; `npm run admin -- organizations` lists the ids.')
  if (action !== undefined && !auditActions.some((known) => known.startsWith(action)))
    throw new StartFault(`No action begins with this text. The actions are:\n  ${auditActions.join('\n  ')}`)
  return {
    organizationId: organization?.toLowerCase() ?? null,
    actor: null,
    subject: null,
    account: account === undefined ? null : (normalizedEmail(account) ?? account),
    action: action ?? null,
    since: since === undefined ? null : momentOf('since', since),
    until: until === undefined ? null : momentOf('until', until),
  }
}

/**
 * Parses the time in an option of the audit command. A time without an offset is UTC, not the time zone of the
 * operator.
 */
function momentOf(option: string, text: string): Date {
  const [, day, time = 'T00:00', offset = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? []
  const moment = new Date(`${day}${time}${offset}`)
  if (day !== undefined && !Number.isNaN(moment.getTime())) return moment
  throw new StartFault(`--${option} must be a day or a time, such as 2026-11-20 or 2026-11-20T09:00Z.`)
}

function limitOf(text: string): number {
  const limit = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= maxLimit) return limit
  throw new StartFault('--limit must be a number of at least 1.')
}

/** Yields audit entries in pages, so that a million of them take no more memory than a page. */
async function* entriesOf(
  auditStore: AuditStore,
  filter: AuditFilter,
  limit: number,
): AsyncIterable<readonly AuditEntry[]> {
  let after: string | null = null
  let left = limit
  do {
    const { items, next } = await auditStore.list(filter, { limit: Math.min(left, atOnce), after })
    if (items.length > 0) yield items
    left -= items.length
    after = next
  } while (after !== null && left > 0)
}

async function* linesOf(pages: AsyncIterable<readonly AuditEntry[]>): AsyncIterable<string> {
  for await (const entries of pages) yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}

async function* tableOf(pages: AsyncIterable<readonly AuditEntry[]>): AsyncIterable<string> {
  let isFirst = true
  for await (const entries of pages) {
    yield textTable(isFirst ? head : null, entries.map(rowOf))
    isFirst = false
  }
  if (isFirst) yield 'No entries found.\n'
}

const head = ['TIME', 'ACTION', 'BY', 'FROM', 'TO', 'BEFORE', 'AFTER']

function rowOf({ at, action, by, subject, before, after }: AuditEntry): string[] {
  const to = [subject.kind, subject.name ?? subject.id ?? ''].join(' ')
  return [at.toISOString(), action, whoIs(by), by.ipAddress ?? '', to, wordsOf(before), wordsOf(after)].map(
    shown,
  )
}

function whoIs(by: AuditEntry['by']): string {
  if (by.kind === 'user') return by.email
  return by.kind === 'apiKey' ? `key ${by.name}` : by.kind
}

function wordsOf(facts: AuditEntry['after']): string {
  const parts = Object.entries(facts ?? {}).map(
    ([name, value]) =>
      `${name}=${typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)}`,
  )
  return parts.join(' ') || '-'
}

/**
 * Replaces control characters in audit entries, because text from strangers could contain commands for the
 * operator's terminal.
 */
function shown(cell: string): string {
  return cell.replaceAll(/\p{C}/gu, '\u{fffd}') || '-'
}
