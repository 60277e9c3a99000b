import type { Actor, AuditEntry } from '../../api/schema.ts'
import { shortIdOf } from '../../components/job/short-id.ts'
import { timeToTheMinute } from '../../components/time/exact-time.ts'
import { t } from '../../languages/text.ts'
import { factWords } from './fact-words.ts'

/** Labels of the audited actions. */
const words: Readonly<Record<string, string>> = {
  'signIn.succeeded': t('Signed in'),
  'signIn.failed': t('Sign-in refused'),
  'signIn.demo': t('Signed in to the demo'),
  signOut: t('Signed out'),
  'attempts.refused': t('Request refused after too many attempts'),
  'link.refused': t('Link refused'),
  'account.created': t('Organization created'),
  'account.invited': t('Account invited'),
  'account.confirmed': t('Address confirmed'),
  'member.created': t('Member added by the operator'),
  'member.invited': t('Invited'),
  'member.joined': t('Joined'),
  'member.roleChanged': t('Role changed'),
  'member.removed': t('Member removed from the team'),
  'member.left': t('Left the organization'),
  'invitation.resent': t('Invitation resent'),
  'invitation.withdrawn': t('Invitation withdrawn'),
  'profile.changed': t('Profile changed'),
  'address.changeRequested': t('Another e-mail address requested'),
  'address.changed': t('E-mail address changed'),
  'session.ended': t('Member ended one of their other sessions'),
  'session.othersEnded': t('Member ended all their other sessions'),
  'account.linked': t('Account linked to the sign-in provider'),
  'account.released': t('E-mail address taken from an unconfirmed account'),
  'password.changed': t('Password changed'),
  'password.changeFailed': t('Password change refused'),
  'password.refused': t('Wrong password at a change of the account'),
  'password.resetRequested': t('Password reset requested'),
  'password.reset': t('New password set by e-mail link'),
  'passkey.added': t('Passkey added'),
  'passkey.renamed': t('Passkey renamed'),
  'passkey.removed': t('Passkey removed'),
  'secondFactor.turnedOn': t('Two-factor sign-in turned on'),
  'secondFactor.appRemoved': t('Authenticator app removed'),
  'secondFactor.turnedOff': t('Two-factor sign-in turned off'),
  'secondFactor.codesReplaced': t('New recovery codes created'),
  'secondFactor.refused': t('Change of two-factor sign-in refused'),
  'secondFactor.reset': t('Two-factor sign-in reset'),
  'apiKey.created': t('API key created'),
  'apiKey.rotated': t('API key rotated'),
  'apiKey.revoked': t('API key revoked'),
  'webhookUrl.rotated': t('Webhook URL rotated'),
  'webhookSecret.rotated': t('Webhook secret rotated'),
  'organization.changed': t('Organization changed'),
  'signInProvider.saved': t('Sign-in provider saved'),
  'signInProvider.removed': t('Sign-in provider disconnected'),
  'emailDomain.added': t('E-mail domain added'),
  'emailDomain.proven': t('E-mail domain proven'),
  'emailDomain.lost': t('E-mail domain no longer proven'),
  'emailDomain.removed': t('E-mail domain removed'),
  'organization.exported': t('Data of the organization exported'),
  'organization.deletionRequested': t('Deletion of the organization requested'),
  'organization.deletionUndone': t('Deletion of the organization undone'),
  'organization.moved': t('Organization moved'),
  'organization.moveGivenUp': t('Organization move given up'),
  'eventToken.rotated': t('Event URL rotated'),
  'eventToken.revoked': t('Event URL revoked'),
  'sender.connected': t('Sender connected'),
  'sender.changed': t('Sender changed'),
  'sender.paused': t('Sender paused'),
  'sender.resumed': t('Sender resumed'),
  'sender.disconnected': t('Sender disconnected'),
  'senderPool.created': t('Sender pool created'),
  'senderPool.changed': t('Sender pool changed'),
  'senderPool.deleted': t('Sender pool deleted'),
  'plan.changed': t('Plan changed'),
  'list.exported': t('List exported'),
  'records.exported': t('Records exported'),
  'records.imported': t('File imported'),
  'record.added': t('Record entered'),
  'record.changed': t('Record changed'),
  'record.deleted': t('Record deleted'),
  'records.deleted': t('Records deleted'),
  'records.restored': t('Records restored'),
  'dataTable.created': t('Data table created'),
  'dataTable.changed': t('Settings of the data table changed'),
  'dataTable.matchChanged': t('Match columns changed'),
  'dataTable.indexesChanged': t('Search indexes changed'),
  'dataTable.deleted': t('Data table deleted'),
  'dataTable.restored': t('Data table restored'),
  'column.added': t('Column added'),
  'column.renamed': t('Column renamed'),
  'column.removed': t('Column removed'),
  'column.typed': t('Type of a column changed'),
  'column.changed': t('Column changed'),
  'view.created': t('View created'),
  'view.changed': t('View changed'),
  'view.deleted': t('View deleted'),
  'thread.assigned': t('Conversation assigned'),
  'label.created': t('Label created'),
  'label.changed': t('Label changed'),
  'label.deleted': t('Label deleted'),
  'labelRule.created': t('Rule of a label created'),
  'labelRule.deleted': t('Rule of a label deleted'),
  'segment.created': t('Segment created'),
  'segment.changed': t('Segment changed'),
  'segment.deleted': t('Segment deleted'),
  'bin.deletedPermanently': t('Deleted from the bin permanently'),
  'dataTable.intakeChanged': t('Setting for arrivals that do not fit changed'),
  'arrivals.admitted': t('Arrivals admitted'),
  'arrivals.discarded': t('Arrivals discarded'),
  'arrival.edited': t('Arrival edited'),
  'dataTable.signatureChanged': t('Signature of arrivals changed'),
  'mapping.created': t('Mapping created'),
  'mapping.changed': t('Mapping changed'),
  'mapping.deleted': t('Mapping deleted'),
  'project.created': t('Project created'),
  'project.renamed': t('Project renamed'),
  'project.deleted': t('Project deleted'),
  'file.uploaded': t('File uploaded'),
  'file.deleted': t('File deleted'),
  'spinner.created': t('Spinner created'),
  'spinner.changed': t('Draft of the spinner changed'),
  'spinner.versionRestored': t('Earlier version restored as the draft'),
  'spinner.published': t('Spinner published'),
  'spinner.unpublished': t('Spinner unpublished'),
  'spinner.deleted': t('Spinner deleted'),
  'spinner.restored': t('Spinner restored'),
  'spinner.paused': t('Spinner paused'),
  'spinner.resumed': t('Spinner resumed'),
  'spinnerTemplate.created': t('Spinner template created'),
  'spinnerTemplate.changed': t('Spinner template changed'),
  'spinnerTemplate.deleted': t('Spinner template deleted'),
  'job.started': t('Job started'),
  'recipients.changed': t('Recipients of a job changed'),
  'job.retried': t('Failed recipients retried in a new job'),
  'job.cancelled': t('Job cancelled'),
  'job.paused': t('Job paused'),
  'job.resumed': t('Job resumed'),
  'suppression.added': t('Suppression added'),
  'suppression.removed': t('Suppression removed'),
  'contactPolicy.changed': t('Contact policy changed'),
  'person.exported': t('Person exported'),
  'person.erased': t('Person erased'),
  'destination.created': t('Destination created'),
  'destination.changed': t('Destination changed'),
  'destination.removed': t('Destination removed'),
  'destination.paused': t('Destination paused'),
  'destination.resumed': t('Destination resumed'),
  'destination.disabled': t('Destination disabled'),
  'destination.replayed': t('Destination replayed'),
  'destination.pinged': t('Destination pinged'),
  'destination.repeated': t('Destination repeated'),
  'destination.secretRotated': t('Destination secret rotated'),
  'testMode.begun': t('Test mode started'),
  'testMode.reset': t('Test mode reset'),
  'testMode.projectCopied': t('Project copied to test mode'),
  'testMode.spinnerTested': t('Spinner tested in test mode'),
  'testMode.advanced': t('Test clock advanced'),
  'testMode.rulesChanged': t('Rules of test mode changed'),
  'testMode.reactionSimulated': t('Reaction simulated in test mode'),
  'audit.forgotten': t('Older audit entries deleted'),
  'audit.omitted': t('Further refused attempts not listed'),
}

/**
 * The kinds of actions by which the audit log is filtered: the beginning of the names of the actions, and its label. A
 * user would not guess the names.
 */
export const actionKinds = [
  { value: 'account', label: t('Accounts') },
  { value: 'apiKey', label: t('API keys') },
  { value: 'arrival', label: t('Arrivals') },
  { value: 'attempts', label: t('Attempts that were refused') },
  { value: 'audit', label: t('Audit log') },
  { value: 'bin', label: t('Bin') },
  { value: 'column', label: t('Columns') },
  { value: 'contactPolicy', label: t('Contact policy') },
  { value: 'thread', label: t('Conversations') },
  { value: 'dataTable', label: t('Data tables') },
  { value: 'destination', label: t('Destinations') },
  { value: 'address', label: t('E-mail addresses of accounts') },
  { value: 'emailDomain', label: t('E-mail domains') },
  { value: 'eventToken', label: t('Event URLs of providers') },
  { value: 'file', label: t('Files') },
  { value: 'invitation', label: t('Invitations') },
  { value: 'job', label: t('Jobs') },
  { value: 'label.', label: t('Labels') },
  { value: 'labelRule', label: t('Labels: rules') },
  { value: 'list', label: t('Lists: exports') },
  { value: 'link', label: t('Links in e-mails') },
  { value: 'mapping', label: t('Mappings') },
  { value: 'member', label: t('Members') },
  { value: 'organization', label: t('Organization') },
  { value: 'passkey', label: t('Passkeys') },
  { value: 'password', label: t('Passwords') },
  { value: 'person', label: t('People: exports and erasures') },
  { value: 'plan', label: t('Plan') },
  { value: 'profile', label: t('Profiles') },
  { value: 'project', label: t('Projects') },
  { value: 'recipients', label: t('Recipients') },
  { value: 'record', label: t('Records and imports') },
  { value: 'segment', label: t('Segments') },
  { value: 'sender', label: t('Senders') },
  { value: 'session', label: t('Sessions') },
  { value: 'signInProvider', label: t('Sign-in provider') },
  { value: 'signIn.', label: t('Sign-ins') },
  { value: 'signOut', label: t('Sign-outs') },
  { value: 'spinner', label: t('Spinners') },
  { value: 'suppression', label: t('Suppressions') },
  { value: 'testMode', label: t('Test mode') },
  { value: 'secondFactor', label: t('Two-factor sign-in') },
  { value: 'view', label: t('Views') },
  { value: 'webhookSecret', label: t('Webhook signing') },
  { value: 'webhookUrl', label: t('Webhook URLs') },
] as const

/**
 * Facts with an id that are not shown, because another fact or the subject names the thing, or because the thing has no
 * name.
 */
const idsOfNames = new Set(['dataTableId', 'apiKeyId', 'arrivalId', 'messageId'])

/** Returns the label of an audited action; the action itself if a newer service wrote it. */
export function actionWords(action: string): string {
  return words[action] ?? action
}

function spaced(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

const otherActors: Readonly<Record<Exclude<Actor['kind'], 'user' | 'apiKey'>, string>> = {
  operator: t('Operator of the service'),
  person: t('Visitor who is not signed in'),
  service: t('The service'),
}

export function actorWords({ kind, id, name }: Actor): string {
  if (kind === 'user') return name ?? t('A deleted member')
  if (kind === 'apiKey') return t('API key {name}', { name: name ?? id ?? '' }).trim()
  return otherActors[kind]
}

/**
 * Returns the name of the thing that an action concerned: its own name, or for a record its id and its table. A
 * job is named by its spinner.
 */
export function subjectWords({ subject, before, after }: AuditEntry): string | null {
  if (subject.kind === 'job' && subject.id !== null)
    return t('{job} of {name}', {
      job: jobWords(subject.id),
      name: subject.name ?? t('a deleted spinner'),
    })
  if (subject.kind !== 'record' || subject.name !== null) return subject.name ?? subject.id
  const table = textOf(after?.['dataTable'] ?? before?.['dataTable'])
  return table === null
    ? t('Record {id}', { id: subject.id })
    : t('Record {id} of {table}', { id: subject.id, table })
}

function jobWords(id: string): string {
  return t('Job {id}', { id: shortIdOf(id) })
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
  if (value === null) return t('none')
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return timeToTheMinute(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
