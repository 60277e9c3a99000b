import { Badge, Group, Paper, Progress, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Sender } from '../../api/schema.ts'
import { sendersQuery } from '../../api/sender/senders.ts'
import { AnchorLink } from '../../components/links.tsx'
import { t } from '../../languages/text.ts'
import { statusWords } from '../senders/sender-words.ts'
import classes from './senders-health.module.css'

const pollEveryMs = 30_000
const shown = 6

/**
 * Lists up to six senders with the used part of their daily limit, and with their bounces, spam reports and
 * refusals of the last day. Renders nothing without senders.
 */
export function SendersHealth() {
  const { data } = useQuery({ ...sendersQuery, refetchInterval: pollEveryMs })
  const senders = data?.items ?? []
  if (senders.length === 0) return null
  return (
    <section aria-labelledby="senders">
      <Group justify="space-between" align="baseline" mb="sm">
        <Title order={2} id="senders">
          {t('Senders')}
        </Title>
        <AnchorLink to="/senders" size="sm">
          {senders.length > shown ? t('All {count} senders', { count: senders.length }) : t('All senders')}
        </AnchorLink>
      </Group>
      <Paper withBorder component="ul" m={0} p={0} className={classes['rows'] ?? ''}>
        {/* Lists senders with problems before healthy senders. */}
        {senders
          .toSorted((a, b) => Number(isWell(a)) - Number(isWell(b)))
          .slice(0, shown)
          .map((sender) => (
            <OneSender key={sender.id} sender={sender} />
          ))}
      </Paper>
    </section>
  )
}

function isWell({ status, spinnerPauses }: Sender): boolean {
  return status === 'connected' && spinnerPauses.length === 0
}

function OneSender({ sender }: { sender: Sender }) {
  const {
    name,
    readableAddress,
    status,
    usedToday,
    allowedToday,
    lastDay: day,
    spinnerPauses: pauses,
  } = sender
  const { label, color } = statusWords[status]
  const share = allowedToday === null || allowedToday === 0 ? null : (usedToday / allowedToday) * 100
  const bad = [
    [day.bounced, t('bounced')],
    [day.complained, t('reported as spam')],
    [day.refused, t('refused')],
  ].flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]))
  return (
    <Group component="li" px="md" py="sm" gap="md" wrap="nowrap">
      <div className={classes['said'] ?? ''}>
        <Text size="sm" fw={600} truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {readableAddress}
        </Text>
      </div>
      <div className={classes['day']}>
        <Text size="xs" c="dimmed" className="numbers">
          {allowedToday === null
            ? t('{usedToday, number} today', { usedToday })
            : t('{usedToday, number} of {allowedToday, number} today', { usedToday, allowedToday })}
          {bad.length > 0 && ` · ${bad.join(', ')}`}
        </Text>
        {share !== null && (
          <Progress
            value={Math.min(100, share)}
            size="sm"
            mt={4}
            aria-label={t('Part of the daily limit of {name} used today', { name })}
          />
        )}
      </div>
      <div className={classes['status']}>
        <Badge variant="light" color={pauses.length > 0 ? 'yellow' : color} tt="none" miw="max-content">
          {pauses.length > 0 && status === 'connected' ? t('Partly paused') : label}
        </Badge>
      </div>
    </Group>
  )
}
