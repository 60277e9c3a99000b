import type { BadSignatureRule, SignaturePreset } from '../../arrival/delivery/signature.ts'
import type { Intake } from '../../arrival/intake.ts'
import type { ContactPolicy } from '../../person/contact-policy.ts'
import type { SuppressionReason } from '../../person/suppression.ts'
import type { EventProvider } from '../../sender/heard/event-provider.ts'
import type { SenderKind } from '../../sender/sender.ts'
import type { ColumnType } from '../../table/column-type.ts'
import type { LinkPurpose } from '../account-link.ts'
import type { Scope } from '../api-keys/scope.ts'
import type { Role } from '../role.ts'
import type { SessionKind } from '../sessions/session.ts'
import type { CountedBy, Throttled } from '../sessions/throttle.ts'

/**
 * What was so before, or is so after. A closed list of small things: no secret, digest, password or token has a
 * name here, and neither has a cell of a record. Moments are written as ISO 8601.
 */
export interface Facts extends Partial<ContactPolicy> {
  readonly name?: string
  readonly email?: string
  readonly role?: Role
  readonly planId?: string
  readonly scopes?: readonly Scope[]
  /** The ends of an API key, as lists of keys show them. */
  readonly hint?: string
  /** The key that takes the place of a rotated one. */
  readonly apiKeyId?: string
  readonly expiresAt?: string | null
  readonly requestsPerSecond?: number | null
  /** When a rotated key ends. */
  readonly revokedAt?: string
  /** How deliveries to a table are signed; null for not at all. */
  readonly signaturePreset?: SignaturePreset | null
  readonly onBadSignature?: BadSignatureRule
  readonly autoMap?: boolean
  /** Of a spinner; null for none that is published. Of a mapping. */
  readonly version?: number | null
  /** Of an export: whether cells went out as they are. */
  readonly raw?: boolean
  readonly keepsBodies?: boolean
  readonly timeZone?: string
  readonly severalSessions?: boolean
  /** Of a spinner that was published although receivers cannot tell whose mail it sends. */
  readonly insisted?: boolean
  /** Recipients of jobs of earlier versions that go on by the one that was published. */
  readonly takenAlong?: number
  /** The number of records that a spinner leaves out, because they were there when it was published. */
  readonly excluded?: number
  readonly dataTableId?: string
  /** The name of one. */
  readonly column?: string
  readonly columnType?: ColumnType
  /** How many were deleted. */
  readonly records?: number
  readonly intake?: Intake
  /** Records of arrivals: that went in, and that wait still. */
  readonly admitted?: number
  readonly held?: number
  /** Number of arrivals that were discarded. */
  readonly arrivals?: number
  readonly arrivalId?: string
  readonly reason?: SuppressionReason
  /** Of a sender. */
  readonly kind?: SenderKind
  readonly address?: string
  readonly isDefault?: boolean
  readonly dailyLimit?: number | null
  readonly purpose?: LinkPurpose | 'passwordReset'
  readonly attempts?: Throttled
  readonly countedBy?: CountedBy
  readonly provider?: EventProvider
  readonly way?: 'click' | 'link' | 'openId' | 'invitation'
  /** Of a session that somebody has ended. */
  readonly device?: string
  readonly sessionKind?: SessionKind
  /** That an organization went to. */
  readonly cell?: string
  /** Of a time that is forgotten, or in which nothing more is noted. */
  readonly until?: string
}
