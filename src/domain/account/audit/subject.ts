import { cutText } from '../../storable-text.ts'
import type { User } from '../user.ts'

type SubjectKind =
  /** An address that somebody has typed, which may be nobody's. */
  | 'account'
  | 'user'
  | 'organization'
  | 'apiKey'
  | 'project'
  | 'dataTable'
  | 'record'
  | 'mapping'
  | 'spinner'
  | 'sender'
  | 'job'
  | 'file'
  | 'suppression'
  /** By the digest of their address, which is not kept: see `PersonDigests`. */
  | 'person'
  | 'link'
  | 'audit'

/** What something was done to. Its name is kept, because it may be gone when the entry is read. */
export interface Subject {
  readonly kind: SubjectKind
  readonly id: string | null
  readonly name: string | null
}

/** As long as an address may be; what strangers type is kept no longer than that. */
const longestAccount = 254

/** The person whose account an address names, or the address alone where it names none. */
export function accountSubject(email: string, user: Pick<User, 'id'> | null = null): Subject {
  const name = cutText(email, longestAccount)
  return user === null ? { kind: 'account', id: null, name } : { kind: 'user', id: user.id, name }
}
