import { CalendarClock, Hand, RotateCcw, Signpost, SkipForward } from 'lucide-react'
import type { ActedRecipient, ActKind } from '../../../../api/job/recipient-acts.ts'
import { t } from '../../../../languages/text.ts'

/** The words of the acts: the item of a menu, and the title and effect in the dialogs for one recipient and for many. */
export const actWords = {
  retry: {
    label: t('Retry now'),
    icon: RotateCcw,
    verb: t('Retry'),
    one: {
      title: t('Retry this recipient?'),
      text: t('The recipient runs its step again. Messages that were sent already are not sent again.'),
    },
    many: {
      title: t('Retry recipients?'),
      text: t('The recipients run their steps again. Messages that were sent already are not sent again.'),
    },
  },
  skip: {
    label: t('Skip this step'),
    icon: SkipForward,
    verb: t('Skip step'),
    one: {
      title: t('Skip this step?'),
      text: t('The recipient continues after its step, or after the wait that it is in.'),
    },
    many: {
      title: t('Skip the steps of recipients?'),
      text: t('The recipients continue after their steps, or after the waits that they are in.'),
    },
  },
  move: {
    label: t('Move to a step…'),
    icon: Signpost,
    verb: t('Move'),
    one: { title: t('Move to a step'), text: t('The recipient continues at the chosen step.') },
    many: { title: t('Move to a step'), text: t('The recipients continue at the chosen step.') },
  },
  wait: {
    label: t('Wait until…'),
    icon: CalendarClock,
    verb: t('Wait'),
    one: {
      title: t('Wait until a time'),
      text: t('The recipient stays at its step, and continues at this time.'),
    },
    many: {
      title: t('Wait until a time'),
      text: t('The recipients stay at their steps, and continue at this time.'),
    },
  },
  stop: {
    label: t('Stop'),
    icon: Hand,
    verb: t('Stop'),
    one: {
      title: t('Stop this recipient?'),
      text: t(
        'This job sends the recipient nothing more. A message that is being sent at this moment is still sent.',
      ),
    },
    many: {
      title: t('Stop recipients?'),
      text: t(
        'This job sends the recipients nothing more. Messages that are being sent at this moment are still sent.',
      ),
    },
  },
} as const satisfies Record<ActKind, object>

export const actKinds = ['retry', 'skip', 'move', 'wait', 'stop'] as const satisfies readonly ActKind[]

/** The reasons why the service does not act on recipients, as sentences with their number. */
const obstacleWords: Readonly<Record<string, (count: number) => string>> = {
  ERASED: (count) => t('{count, plural, one {# was} other {# were}} erased', { count }),
  RETRIED: (count) => t('{count, plural, one {# is} other {# are}} retried by another job', { count }),
  ENDED: (count) => t('{count, plural, one {# has} other {# have}} ended already', { count }),
  SENDING: (count) =>
    t('{count, plural, one {# is being sent a message} other {# are being sent messages}} at this moment', {
      count,
    }),
  STOPPED: (count) =>
    t('{count, plural, one {# has} other {# have}} replied, unsubscribed, complained or bounced', { count }),
  UNCONFIRMED: (count) =>
    t('{count, plural, one {# may have got its message} other {# may have got their messages}}', { count }),
  RESTORED: (count) =>
    t(
      '{count, plural, one {# may have been retried} other {# may have been retried}} before the database was restored',
      { count },
    ),
  WAITING: (count) =>
    t('{count, plural, one {# is in a wait step} other {# are in wait steps}}; skip the step instead', {
      count,
    }),
  EXCLUDED: (count) =>
    t('{count, plural, one {# is in a segment} other {# are in segments}} that the job excludes', { count }),
  SENT: (count) =>
    t(
      '{count, plural, one {# has} other {# have}} got a message of this step or a later one; move single recipients to send it again',
      { count },
    ),
}

/** Returns the number of recipients that an act does not change, with the reason. */
export function wordsOfObstacle(code: string, count: number): string {
  return (
    obstacleWords[code]?.(count) ??
    t('{count, plural, one {# is} other {# are}} refused with the code {code}', { count, code })
  )
}

/** Returns the acts that a recipient in this state offers. The service decides about the others, too. */
export function actsOn({ status, reason }: ActedRecipient): readonly ActKind[] {
  switch (status) {
    case 'pending':
    case 'waiting':
      return reason?.code === 'WAIT_STEP' ? ['skip', 'move', 'wait', 'stop'] : actKinds
    case 'failed':
      return actKinds
    case 'skipped':
      return reason?.code === 'PERSON_ERASED' ? [] : ['retry', 'skip', 'move', 'wait']
    case 'stopped':
      return reason?.code === 'STOPPED_BY_USER' ? ['retry', 'skip', 'move', 'wait'] : []
    case 'unconfirmed':
      return ['skip', 'move']
    case 'done':
      return ['move']
  }
}
