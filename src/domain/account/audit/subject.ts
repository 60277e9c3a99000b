import type { Spinner } from '../../spinner/spinner.ts'
import { cutText } from '../../text/storable-text.ts'
import type { User } from '../user.ts'

type SubjectKind =
  /** The kind of an audit entry's subject: an e-mail address that a person typed. It may belong to no user. */
  | 'account'
  | 'user'
  | 'organization'
  | 'apiKey'
  | 'project'
  | 'dataTable'
  | 'record'
  | 'mapping'
  | 'senderPool'
  | 'view'
  | 'segment'
  | 'spinner'
  | 'spinnerTemplate'
  | 'sender'
  | 'job'
  | 'file'
  | 'suppression'
  /** The kind of an audit entry's subject: a list that was exported, such as the people of the organization. */
  | 'list'
  | 'destination'
  | 'thread'
  | 'label'
  | 'emailDomain'
  /**
   * The kind of an audit entry's subject: a person, identified by the digest of the address. The address is not
   * stored: see `PersonDigests`.
   */
  | 'person'
  | 'link'
  | 'audit'

/**
 * The thing or person that an audited action concerned. The audit entry stores the name, because the thing may
 * be deleted before a person reads the entry.
 */
export interface AuditSubject {
  readonly kind: SubjectKind
  readonly id: string | null
  readonly name: string | null
}

/**
 * Returns a job as the subject of an audit entry. Jobs have no name, so the entry stores the name of the job's
 * spinner; null if the spinner was deleted.
 */
export function jobSubject(jobId: string, spinner: Pick<Spinner, 'name'> | null): AuditSubject {
  return { kind: 'job', id: jobId, name: spinner?.name ?? null }
}

/** The longest possible e-mail address, in characters. Longer text that strangers type is cut. */
const maxAccountLength = 254

/** Returns the user with an address as a subject, or the address alone if no user has it. */
export function userAuditSubject(email: string, user: Pick<User, 'id'> | null = null): AuditSubject {
  const name = cutText(email, maxAccountLength)
  return user === null ? { kind: 'account', id: null, name } : { kind: 'user', id: user.id, name }
}
