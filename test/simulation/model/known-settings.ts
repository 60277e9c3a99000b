import type { Contact } from '../../../src/domain/contact/contact-policy.ts'
import type { Audience } from '../../../src/domain/spinner/audience.ts'
import type { ReplyRule, SpinnerExit } from '../../../src/domain/spinner/exit.ts'
import type { Goal } from '../../../src/domain/spinner/goal.ts'
import type { SegmentExclusion } from '../../../src/domain/spinner/segment/exclusion.ts'
import type { SendWindow } from '../../../src/domain/spinner/send-window.ts'
import type { SpinnerPace } from '../../../src/domain/spinner/spinner-pace.ts'

/** The settings of a spinner that publishing freezes with its steps. */
export interface Settings {
  readonly audience: Audience
  readonly contact: Contact
  readonly isExclusive: boolean
  readonly exclude: SegmentExclusion | null
  readonly exits: readonly SpinnerExit[]
  readonly reply: ReplyRule
  readonly sendWindow: SendWindow | null
  readonly pace: SpinnerPace | null
  readonly goal: Goal | null
}
