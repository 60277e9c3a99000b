import type { Actor, AuditEntry } from '../../api/schema.ts'
import { shortIdOf } from '../../components/job/short-id.ts'
import { timeToTheMinute } from '../../components/time/exact-time.ts'

/** Labels of audited actions whose names alone say too little. */
const words: Readonly<Record<string, string>> = {
  'signIn.succeeded': 'Signed in',
  'signIn.failed': 'Sign-in refused',
  'signIn.demo': 'Signed in to the demo',
  signOut: 'Signed out',
  'attempts.refused': 'Request refused after too many attempts',
  'link.refused': 'Link refused',
  'bin.deletedPermanently': 'Deleted from the bin permanently',
  'account.created': 'Organization created',
  'account.confirmed': 'Address confirmed',
  'account.linked': 'Account linked to the sign-in provider',
  'account.released': 'E-mail address taken from an unconfirmed account',
  'member.created': 'Member added by the operator',
  'member.joined': 'Joined',
  'member.invited': 'Invited',
  'member.roleChanged': 'Role changed',
  'member.removed': 'Member removed from the team',
  'session.ended': 'Member ended one of their other sessions',
  'session.othersEnded': 'Member ended all their other sessions',
  'password.changeFailed': 'Password change refused',
  'password.resetRequested': 'Password reset requested',
  'password.reset': 'New password set by e-mail link',
  'password.refused': 'Wrong password at a change of the account',
  'address.changeRequested': 'Another e-mail address requested',
  'address.changed': 'E-mail address changed',
  'member.left': 'Left the organization',
  'organization.exported': 'Data of the organization exported',
  'organization.deletionRequested': 'Deletion of the organization requested',
  'organization.deletionUndone': 'Deletion of the organization undone',
  'signInProvider.saved': 'Sign-in provider saved',
  'signInProvider.removed': 'Sign-in provider disconnected',
  'emailDomain.added': 'E-mail domain added',
  'emailDomain.proven': 'E-mail domain proven',
  'emailDomain.lost': 'E-mail domain no longer proven',
  'emailDomain.removed': 'E-mail domain removed',
  'passkey.added': 'Passkey added',
  'passkey.renamed': 'Passkey renamed',
  'passkey.removed': 'Passkey removed',
  'secondFactor.appRemoved': 'Authenticator app removed',
  'secondFactor.turnedOn': 'Two-factor sign-in turned on',
  'secondFactor.turnedOff': 'Two-factor sign-in turned off',
  'secondFactor.codesReplaced': 'New recovery codes created',
  'secondFactor.refused': 'Change of two-factor sign-in refused',
  'secondFactor.reset': 'Two-factor sign-in reset',
  'job.started': 'Job started',
  'job.retried': 'Failed recipients retried in a new job',
  'records.imported': 'File imported',
  'record.added': 'Record entered',
  'dataTable.changed': 'Settings of the data table changed',
  'dataTable.matchChanged': 'Match columns changed',
  'dataTable.indexesChanged': 'Search indexes changed',
  'dataTable.intakeChanged': 'Setting for arrivals that do not fit changed',
  'dataTable.signatureChanged': 'Signature of arrivals changed',
  'column.typed': 'Type of a column changed',
  'spinner.changed': 'Draft of the spinner changed',
  'spinner.versionRestored': 'Earlier version restored as the draft',
  'testMode.projectCopied': 'Project copied to test mode',
  'testMode.spinnerTested': 'Spinner tested in test mode',
  'testMode.advanced': 'Test clock advanced',
  'testMode.rulesChanged': 'Rules of test mode changed',
  'testMode.reactionSimulated': 'Reaction simulated in test mode',
}

/**
 * The kinds of actions by which the audit log is filtered: the beginning of the names of the actions, and its label. A
 * user would not guess the names.
 */
export const actionKinds = [
  { value: 'account', label: 'Accounts' },
  { value: 'apiKey', label: 'API keys' },
  { value: 'arrival', label: 'Arrivals' },
  { value: 'attempts', label: 'Attempts that were refused' },
  { value: 'audit', label: 'Audit log' },
  { value: 'bin', label: 'Bin' },
  { value: 'column', label: 'Columns' },
  { value: 'contactPolicy', label: 'Contact policy' },
  { value: 'dataTable', label: 'Data tables' },
  { value: 'destination', label: 'Destinations' },
  { value: 'address', label: 'E-mail addresses of accounts' },
  { value: 'emailDomain', label: 'E-mail domains' },
  { value: 'eventToken', label: 'Event URLs of providers' },
  { value: 'file', label: 'Files' },
  { value: 'invitation', label: 'Invitations' },
  { value: 'job', label: 'Jobs' },
  { value: 'list', label: 'Lists: exports' },
  { value: 'link', label: 'Links in e-mails' },
  { value: 'mapping', label: 'Mappings' },
  { value: 'member', label: 'Members' },
  { value: 'organization', label: 'Organization' },
  { value: 'passkey', label: 'Passkeys' },
  { value: 'password', label: 'Passwords' },
  { value: 'person', label: 'People: exports and erasures' },
  { value: 'plan', label: 'Plan' },
  { value: 'profile', label: 'Profiles' },
  { value: 'project', label: 'Projects' },
  { value: 'record', label: 'Records and imports' },
  { value: 'sender', label: 'Senders' },
  { value: 'session', label: 'Sessions' },
  { value: 'signInProvider', label: 'Sign-in provider' },
  { value: 'signIn.', label: 'Sign-ins' },
  { value: 'signOut', label: 'Sign-outs' },
  { value: 'spinner', label: 'Spinners' },
  { value: 'suppression', label: 'Suppressions' },
  { value: 'testMode', label: 'Test mode' },
  { value: 'secondFactor', label: 'Two-factor sign-in' },
  { value: 'view', label: 'Views' },
  { value: 'webhookSecret', label: 'Webhook signing' },
  { value: 'webhookUrl', label: 'Webhook URLs' },
] as const

/** Labels of facts whose names alone say too little. */
const factWords: Readonly<Record<string, string>> = {
  records: 'records',
  unchanged: 'records without a change',
  updated: 'updated records',
  leftOut: 'rows left out',
  parts: 'changed parts',
  merged: 'duplicates merged',
  onMatch: 'records that already exist',
  copyOf: 'copied from',
  projectIds: 'projects',
  retryOf: 'failed job',
  codes: 'reasons',
  startsAt: 'starts',
  auditsValues: 'values in the audit log',
  requiresSecondFactor: 'two-factor sign-in required',
  requiresProvider: 'sign-in provider required',
  defaultRole: 'role of new members',
  admitsNew: 'new people become members by signing in',
  clientId: 'client id',
  secretReplaced: 'client secret replaced',
}

/**
 * Facts with an id that are not shown, because another fact or the subject names the thing, or because the thing has no
 * name.
 */
const idsOfNames = new Set(['dataTableId', 'apiKeyId', 'arrivalId', 'messageId'])

/** Returns a label for an audited action: "apiKey.created" becomes "API key created". */
export function actionWords(action: string): string {
  const own = words[action]
  if (own !== undefined) return own
  const [subject = '', deed = ''] = action.split('.')
  const said = `${spaced(subject)} ${spaced(deed)}`.trim()
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}`.replace(/^Api key/, 'API key')
}

function spaced(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

const otherActors: Readonly<Record<Exclude<Actor['kind'], 'user' | 'apiKey'>, string>> = {
  operator: 'Operator of the service',
  person: 'Visitor who is not signed in',
  service: 'The service',
}

export function actorWords({ kind, id, name }: Actor): string {
  if (kind === 'user') return name ?? 'A deleted member'
  if (kind === 'apiKey') return `API key ${name ?? id ?? ''}`.trim()
  return otherActors[kind]
}

/**
 * Returns the name of the thing that an action concerned: its own name, or for a record its id and its table. A
 * job is named by its spinner.
 */
export function subjectWords({ subject, before, after }: AuditEntry): string | null {
  if (subject.kind === 'job' && subject.id !== null)
    return `${jobWords(subject.id)} of ${subject.name ?? 'a deleted spinner'}`
  if (subject.kind !== 'record' || subject.name !== null) return subject.name ?? subject.id
  const table = textOf(after?.['dataTable'] ?? before?.['dataTable'])
  return table === null ? `Record ${subject.id}` : `Record ${subject.id} of ${table}`
}

function jobWords(id: string): string {
  return `Job ${shortIdOf(id)}`
}

/** Returns the page of the thing that an audited action concerned; null for things without a page. */
export function pageOf({ kind, id }: AuditEntry['subject']) {
  if (id === null) return null
  switch (kind) {
    case 'dataTable':
      return { to: '/data-tables/$dataTableId', params: { dataTableId: id } } as const
    case 'spinner':
      return { to: '/spinners/$spinnerId', params: { spinnerId: id } } as const
    case 'job':
      return { to: '/jobs/$jobId', params: { jobId: id } } as const
    case 'apiKey':
      return { to: '/api-keys/$apiKeyId', params: { apiKeyId: id } } as const
    case 'destination':
      return { to: '/destinations/$destinationId', params: { destinationId: id } } as const
    default:
      return null
  }
}

export interface Change {
  readonly fact: string
  readonly before: string | null
  readonly after: string | null
}

/**
 * Returns the values that an audited action changed, before and after. Unchanged values are left out, and so are
 * ids of things that the entry names. Projects are named by `nameOfProject`.
 */
export function changesOf(
  { before, after, subject }: Pick<AuditEntry, 'before' | 'after' | 'subject'>,
  nameOfProject: (id: string) => string,
): readonly Change[] {
  const named = (facts: Facts) => withNames(withCells(facts), nameOfProject)
  const [from, to] = [named(before), named(after)]
  const isShown = (name: string) =>
    !idsOfNames.has(name) && !(subject.kind === 'record' && name === 'dataTable')
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter(isShown)
    .map((name) => ({
      fact: factWords[name] ?? (name.startsWith(cell) ? name.slice(cell.length) : spaced(name)),
      before: textOf(from[name]),
      after: textOf(to[name]),
    }))
    .filter((change) => change.before !== change.after)
}

/** The prefix of the facts that stand for single cells, so that a column may have the name of a fact. */
const cell = 'cell:'

/** Returns facts with a fact for each edited cell instead of one for all. */
function withCells(facts: Facts): Readonly<Record<string, unknown>> {
  const { cells, ...others } = facts ?? {}
  const each = Object.entries(cells ?? {}).map(([column, value]) => [`${cell}${column}`, value])
  return { ...others, ...Object.fromEntries(each) }
}

/** Returns facts with the names of projects and jobs instead of their ids. */
function withNames(
  facts: Readonly<Record<string, unknown>>,
  nameOfProject: (id: string) => string,
): Readonly<Record<string, unknown>> {
  const { projectIds, retryOf } = facts
  return {
    ...facts,
    ...(Array.isArray(projectIds) && { projectIds: projectIds.map(String).map(nameOfProject) }),
    ...(typeof retryOf === 'string' && { retryOf: jobWords(retryOf) }),
  }
}

type Facts = Readonly<Record<string, unknown>> | null

function textOf(value: unknown): string | null {
  if (value === undefined) return null
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return timeToTheMinute(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
