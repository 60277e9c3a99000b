import { Box, Group, Paper, Skeleton, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import type { Recipient, RecipientOfJob, Step } from '../../../api/schema.ts'
import { recipientStatuses } from '../../../components/job/recipient-statuses.ts'
import { shortIdOf } from '../../../components/job/short-id.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { LookBadge } from '../../../components/look-badge.tsx'
import { inWords } from '../../../components/names/field-labels.ts'
import { asksToStop } from '../../../components/person/opt-out-request.ts'
import { PersonLink } from '../../../components/person-link.tsx'
import { Moment } from '../../../components/time/moment.tsx'
import { inSentence } from '../../../languages/in-sentence.ts'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'
import { stepsWithPlaces } from '../../spinners/steps/branches.ts'
import { typeOf } from '../../spinners/steps/types/step-types.ts'
import type { RecipientNames } from './use-recipient-names.ts'

interface List {
  readonly recipients: readonly Recipient[]
  readonly steps: readonly Step[]
  readonly who: RecipientNames
}

/**
 * Returns the step of a recipient in words: "2 of 3, e-mail", or "2 › Yes › 1, e-mail" for a step in a
 * branch. A recipient in a wait step is stored at the step that follows, so the words are "Next: 3 of 3, e-mail".
 */
function wordsOfStep({ step, reason }: Recipient, steps: readonly Step[]): string {
  const next = reason?.code === 'WAIT_STEP' ? t('Next: ') : ''
  const placed = stepsWithPlaces(steps)[step]
  if (placed === undefined) return `${next}${step + 1}`
  const among = placed.depth === 0 ? t(' of {count}', { count: steps.length }) : ''
  return `${next}${placed.path}${among}, ${inSentence(typeOf(placed.step).label)}`
}

/**
 * Shows the recipient's name with a link to the person. The record's id is the tooltip, and replaces a
 * missing address.
 */
function Who({ recordId, who: { names, addresses, isPending } }: { recordId: string; who: RecipientNames }) {
  const name = names.get(recordId)
  const address = addresses.get(recordId)
  return (
    <Box miw={0}>
      {name === undefined && isPending && <Skeleton height={14} my={4} width={180} maw="100%" />}
      {name !== undefined && name !== '' && (
        <Text
          size="sm"
          style={{ overflowWrap: 'anywhere' }}
          {...(name === null && { c: 'dimmed', fs: 'italic' })}
        >
          {name ?? t('The record was deleted')}
        </Text>
      )}
      <Text size="xs" c="dimmed" className="numbers" title={t('Record {recordId}', { recordId })}>
        {address === undefined ? (
          t('Record {recordId}', { recordId })
        ) : (
          <PersonLink address={address}>
            {rich('See the person’s history{address}', {
              address: <VisuallyHidden> {address}</VisuallyHidden>,
            })}
          </PersonLink>
        )}
      </Text>
    </Box>
  )
}

/**
 * Shows the reason for a recipient's state in words. Adds a link to the other job that the reason names, and
 * the time until which the recipient waits.
 */
function Why({ recipient: { reason, error } }: { recipient: Recipient }) {
  const { jobId, until, at: receivedAt, messageId, serverResponse } = reason?.evidence ?? {}
  return (
    <>
      {inWords(reason?.message ?? error ?? '')}
      {asksToStop(reason) && t(' · The person asks for no more e-mails')}
      {typeof jobId === 'string' && (
        <>
          {' '}
          <AnchorLink to="/jobs/$jobId" params={{ jobId }} underline="always">
            {reason?.code === 'REPLIED'
              ? t('See the job whose message was answered')
              : t('See the other job of this person')}{' '}
          </AnchorLink>
        </>
      )}
      {typeof receivedAt === 'string' && (jobId === undefined || reason?.code === 'REPLIED') && (
        <Text size="xs" c="dimmed" component="div">
          {typeof messageId === 'string'
            ? typeof serverResponse === 'string'
              ? rich('Received {moment} in the e-mail {messageId}: {serverResponse}', {
                  moment: <Moment at={receivedAt} />,
                  messageId,
                  serverResponse,
                })
              : rich('Received {moment} in the e-mail {messageId}', {
                  moment: <Moment at={receivedAt} />,
                  messageId,
                })
            : typeof serverResponse === 'string'
              ? rich('Received {moment}: {serverResponse}', {
                  moment: <Moment at={receivedAt} />,
                  serverResponse,
                })
              : rich('Received {moment}', { moment: <Moment at={receivedAt} /> })}
        </Text>
      )}
      {typeof until === 'string' && (
        <Text size="xs" c="dimmed">
          {rich('Due {moment}', { moment: <Moment at={until} /> })}
        </Text>
      )}
    </>
  )
}

export function RecipientTable({ recipients, steps, who }: List) {
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Table verticalSpacing="xs" horizontalSpacing="md" aria-labelledby="recipients">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Recipient')}</Table.Th>
            <Table.Th>{t('State')}</Table.Th>
            <Table.Th>{t('Step')}</Table.Th>
            <Table.Th>{t('Attempts')}</Table.Th>
            <Table.Th>{t('Reason')}</Table.Th>
            <Table.Th>{t('Updated')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {recipients.map((recipient) => (
            <Table.Tr key={recipient.recordId}>
              <Table.Td>
                <Who recordId={recipient.recordId} who={who} />
              </Table.Td>
              <Table.Td>
                <LookBadge isSmall look={recipientStatuses[recipient.status]} />
              </Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{wordsOfStep(recipient, steps)}</Table.Td>
              <Table.Td className="numbers">{recipient.attempts}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Why recipient={recipient} />
              </Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                <Moment at={recipient.updatedAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

/** Returns the id of a recipient's job if the list covers several jobs, and an empty text otherwise. */
function jobOf(recipient: Recipient | RecipientOfJob): string {
  return 'jobId' in recipient ? recipient.jobId : ''
}

/** Lists recipients as cards, for screens that are too narrow for a table. */
export function RecipientCards({
  recipients,
  steps,
  who,
  label = 'recipients',
}: List & {
  /** The element id of the heading that names the list for screen readers. */
  label?: string
}) {
  return (
    <Stack component="ul" gap="xs" className="plain-list" aria-labelledby={label}>
      {recipients.map((recipient) => (
        <Paper withBorder p="sm" component="li" key={`${jobOf(recipient)} ${recipient.recordId}`}>
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <Who recordId={recipient.recordId} who={who} />
            <LookBadge isSmall look={recipientStatuses[recipient.status]} />
          </Group>
          {(recipient.reason !== null || recipient.error !== null) && (
            <Text component="div" size="sm" mt={6} style={{ overflowWrap: 'anywhere' }}>
              <Why recipient={recipient} />
            </Text>
          )}
          <Text size="xs" c="dimmed" mt={6} className="numbers">
            {jobOf(recipient) !== '' && (
              <>
                <AnchorLink inherit to="/jobs/$jobId" params={{ jobId: jobOf(recipient) }} underline="always">
                  {t('Job {id}', { id: shortIdOf(jobOf(recipient)) })}
                </AnchorLink>
                {' · '}
              </>
            )}
            {recipient.attempts > 1
              ? rich('Step: {step} · {attempts} attempts · {moment}', {
                  step: wordsOfStep(recipient, steps),
                  attempts: recipient.attempts,
                  moment: <Moment at={recipient.updatedAt} />,
                })
              : rich('Step: {step} · {moment}', {
                  step: wordsOfStep(recipient, steps),
                  moment: <Moment at={recipient.updatedAt} />,
                })}
          </Text>
        </Paper>
      ))}
    </Stack>
  )
}
