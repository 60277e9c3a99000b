import { Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { AtSign, CalendarX2, CircleCheck, Gauge, Inbox, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Decision, Meter } from '../../api/schema.ts'
import { ButtonLink } from '../../components/links.tsx'
import { Moment } from '../../components/time/moment.tsx'
import { translated } from '../../languages/catalogue.ts'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'
import classes from './decisions.module.css'

/**
 * The used share of a plan's limit, from 0 to 1, from which the home page lists the meter, so that users know
 * before the limit is reached.
 */
const scarce = 0.9
const maxHeld = 1_000

/** Lists the tasks that wait for a user's decision, such as held arrivals, with a link for each. */
export function Decisions({
  decisions,
  meters,
}: {
  decisions: readonly Decision[]
  /** The meters of the plan; undefined while they are loading. */
  meters: readonly Meter[] | undefined
}) {
  const low = (meters ?? []).filter(({ used, limit }) => limit !== null && used >= limit * scarce)
  if (decisions.length + low.length === 0)
    return meters === undefined ? (
      <Skeleton height={22} />
    ) : (
      <Group gap="xs" wrap="nowrap">
        <CircleCheck size={18} color="var(--mantine-color-teal-6)" aria-hidden />
        <Text size="sm" c="dimmed">
          {t('There are no problems that need your decision.')}
        </Text>
      </Group>
    )
  return (
    <section aria-labelledby="decisions">
      <Title order={2} id="decisions" mb="sm">
        {t('Needs a decision')}
      </Title>
      <Paper withBorder component="ul" m={0} p={0} className={classes['rows'] ?? ''}>
        {decisions.map((decision) => (
          <OneDecision key={keyOf(decision)} decision={decision} />
        ))}
        {low.map(({ meter, used, limit }) => (
          <Row
            key={meter}
            icon={Gauge}
            title={
              meter === 'records'
                ? t('{used, number} of {limit, number} records of the plan used this month', { used, limit })
                : t('{used, number} of {limit, number} jobs of the plan used this month', { used, limit })
            }
            action={
              <ButtonLink to="/usage" size="xs" variant="default">
                {t('See the plan')}
              </ButtonLink>
            }
          >
            {used >= (limit ?? 0)
              ? t('Your plan is used up. {refusal} until the month ends or you have a larger plan.', {
                  refusal: wordsOfRefusal(meter),
                })
              : t('{refusal} when the limit of your plan for this month is reached.', {
                  refusal: wordsOfRefusal(meter),
                })}
          </Row>
        ))}
      </Paper>
    </section>
  )
}

/** Says what happens to further records or jobs above the limit of the plan, without the end of the sentence. */
function wordsOfRefusal(meter: string): string {
  return meter === 'records'
    ? t('Open data tables hold further records, and Spindle refuses all other records,')
    : t('Spindle refuses further jobs')
}

function keyOf({ kind, jobId, senderId, spinnerId, dataTableId }: Decision): string {
  return [kind, jobId, senderId, spinnerId, dataTableId].join(' ')
}

interface DecisionProps {
  readonly decision: Decision
}

function OneDecision({ decision }: DecisionProps) {
  switch (decision.kind) {
    case 'sender':
      return <SenderDecision decision={decision} />
    case 'held':
      return <HeldDecision decision={decision} />
    case 'start':
      return <StartDecision decision={decision} />
    default:
      return <FailedJobDecision decision={decision} />
  }
}

function SenderDecision({ decision: { name, spinnerName, message, email } }: DecisionProps) {
  return (
    <Row
      icon={AtSign}
      title={
        spinnerName
          ? t('The sender {name} does not send for {spinnerName}', { name, spinnerName })
          : t('The sender {name} does not send', { name })
      }
      action={
        <ButtonLink to="/senders" size="xs" variant="default">
          {t('See the sender')}
        </ButtonLink>
      }
    >
      {message ? translated(message) : email}
    </Row>
  )
}

function HeldDecision({ decision: { name, count = 0, dataTableId } }: DecisionProps) {
  return (
    <Row
      icon={Inbox}
      title={
        count >= maxHeld
          ? name === null
            ? t('1,000 or more arrivals held')
            : t('1,000 or more arrivals held by {name}', { name })
          : name === null
            ? t('{count, plural, one {# arrival is} other {# arrivals are}} held', { count })
            : t('{count, plural, one {# arrival is} other {# arrivals are}} held by {name}', { count, name })
      }
      action={
        <ButtonLink
          {...(dataTableId
            ? {
                to: '/data-tables/$dataTableId',
                params: { dataTableId },
                search: { tab: 'arrivals', status: 'held' },
              }
            : { to: '/arrivals', search: { status: 'held' } })}
          size="xs"
          variant="default"
        >
          {t('See held arrivals')}
        </ButtonLink>
      }
    >
      {t('Held records are not in the table yet. Check the columns and mappings, then admit them.')}
    </Row>
  )
}

function StartDecision({ decision: { name, message, spinnerId, since } }: DecisionProps) {
  return (
    <Row
      icon={CalendarX2}
      title={t('The spinner {name} could not start', { name })}
      action={
        <ButtonLink
          to="/spinners/$spinnerId"
          params={{ spinnerId: spinnerId ?? '' }}
          size="xs"
          variant="default"
        >
          {t('Open the spinner')}
        </ButtonLink>
      }
    >
      {message && translated(message)}
      {since !== undefined && (
        <>
          {' '}
          {rich('Spindle has retried the start every minute since {moment}.', {
            moment: <Moment at={since} />,
          })}
        </>
      )}
    </Row>
  )
}

function FailedJobDecision({ decision: { name, count = 0, jobId = '', createdAt } }: DecisionProps) {
  return (
    <Row
      icon={TriangleAlert}
      title={
        count === 0
          ? t('A job of the spinner {name} failed', { name })
          : count === 1
            ? t('1 recipient failed in a job of {name}', { name })
            : t('{count, number} recipients failed in a job of {name}', { count, name })
      }
      action={
        <ButtonLink
          to="/jobs/$jobId"
          params={{ jobId }}
          {...(count > 0 && { search: { tab: 'failures' } })}
          size="xs"
          variant="default"
        >
          {t('See the job')}
        </ButtonLink>
      }
    >
      {createdAt !== undefined && (
        <>
          {rich('Started {moment}.', { moment: <Moment at={createdAt} /> })}{' '}
          {count > 0 && t('The failed recipients have not been retried.')}
        </>
      )}
    </Row>
  )
}

function Row({
  icon: Icon,
  title,
  action,
  children,
}: {
  icon: LucideIcon
  title: string
  action: ReactNode
  children: ReactNode
}) {
  return (
    <Group component="li" gap="sm" px="md" py={10}>
      <Icon size={18} color="var(--mantine-color-orange-7)" style={{ flexShrink: 0 }} aria-hidden />
      <div className={classes['decision'] ?? ''}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        <Text size="sm" c="dimmed" component="div" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
          {children}
        </Text>
      </div>
      {action}
    </Group>
  )
}
