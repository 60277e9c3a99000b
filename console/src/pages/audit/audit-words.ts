import type { AuditEntry } from '../../api/schema.ts'

/** "apiKey.created" as "API key created". */
export function actionWords(action: string): string {
  const [subject = '', deed = ''] = action.split('.')
  const words = `${spaced(subject)} ${spaced(deed)}`.trim()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`.replace(/^Api key/, 'API key')
}

function spaced(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

const strangers: Readonly<Record<string, string>> = {
  operator: 'The operator of the service',
  anonymous: 'Somebody who is not signed in',
  service: 'The service by itself',
}

export function actorWords({ kind, email, apiKeyId }: AuditEntry['actor']): string {
  if (kind === 'person') return email ?? 'A person'
  if (kind === 'apiKey') return `API key ${apiKeyId ?? ''}`.trim()
  return strangers[kind] ?? kind
}

export interface Change {
  readonly fact: string
  readonly before: string | null
  readonly after: string | null
}

/** What was so and is so, side by side; what did not change is left out. */
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
  return Array.isArray(value) ? value.join(', ') : String(value)
}
