import type { AuditEntry } from '../../api/schema.ts'
import { timeToTheMinute } from '../../components/time/exact-time.ts'

/** Labels of audited actions whose names alone say too little. */
const words: Readonly<Record<string, string>> = {
  'signIn.succeeded': 'Signed in',
  'signIn.failed': 'Sign-in refused',
  'signIn.demo': 'Signed in to the demo',
  signOut: 'Signed out',
  'attempts.refused': 'Request refused after too many attempts',
  'link.refused': 'Link refused',
  'account.created': 'Organization created',
  'account.confirmed': 'Address confirmed',
  'account.linked': 'Account linked to the sign-in provider',
  'account.released': 'E-mail address taken from an unconfirmed account',
  'member.created': 'Member added by the operator',
  'member.joined': 'Joined',
  'member.invited': 'Invited',
  'member.roleChanged': 'Role changed',
  'member.removed': 'User removed from the team',
  'session.ended': 'User ended one of their other sessions',
  'session.othersEnded': 'User ended all their other sessions',
  'password.changeFailed': 'Password change refused',
  'password.resetRequested': 'Password reset requested',
  'password.reset': 'New password set by e-mail link',
}

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

const strangers: Readonly<Record<string, string>> = {
  operator: 'Operator of the service',
  anonymous: 'Visitor who is not signed in',
  service: 'The service',
}

export function actorWords({ kind, email, name, apiKeyId }: AuditEntry['actor']): string {
  if (kind === 'person') return email ?? 'A person'
  if (kind === 'apiKey') return `API key ${name ?? apiKeyId ?? ''}`.trim()
  return strangers[kind] ?? kind
}

export interface Change {
  readonly fact: string
  readonly before: string | null
  readonly after: string | null
}

/** Returns the values that an audited action changed, before and after; unchanged values are left out. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): readonly Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .map((name) => ({
      fact: spaced(name),
      before: textOf((before as Facts)?.[name]),
      after: textOf((after as Facts)?.[name]),
    }))
    .filter((change) => change.before !== change.after)
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
