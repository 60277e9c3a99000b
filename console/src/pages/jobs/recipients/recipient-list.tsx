import { Box, Checkbox, Group, Paper, Skeleton, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import type { Recipient, RecipientOfJob, Step } from '../../../api/schema.ts'
import { recipientStatuses } from '../../../components/job/recipient-statuses.ts'
import { shortIdOf } from '../../../components/job/short-id.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { LookBadge } from '../../../components/look-badge.tsx'
import { inWords } from '../../../components/names/field-labels.ts'
import { asksToStop } from '../../../components/person/opt-out-request.ts'
import { WholeWords } from '../../../components/person/whole-words.tsx'
import { PersonLink } from '../../../components/person-link.tsx'
import { Moment } from '../../../components/time/moment.tsx'
import { inSentence } from '../../../languages/in-sentence.ts'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'
import { stepsWithPlaces } from '../../spinners/steps/branches.ts'
import { typeOf } from '../../spinners/steps/types/step-types.ts'
import { ActedBy } from './acts/acted-by.tsx'
import { RecipientMenu } from './acts/recipient-menu.tsx'
import type { RecipientNames } from './use-recipient-names.ts'

/** The recipients that the user has selected in the list of a job, by their records. */
interface RecipientChoice {
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

interface List {
  readonly recipients: readonly (Recipient | RecipientOfJob)[]
  readonly steps: readonly Step[]
  readonly who: RecipientNames
  /** The job whose recipients may be acted on; absent if the recipients name their jobs, or the job was cancelled. */
  readonly jobId?: string
  /** The selection of recipients; absent if the list has none. */
  readonly choice?: RecipientChoice
}

/** The box that selects a recipient. */
function Choose({ recordId, name, choice }: { recordId: string; name: string; choice: RecipientChoice }) {
  const { chosen, onChange } = choice
  return (
    <Checkbox
      size="sm"
      aria-label={t('Select {name}', { name })}
      checked={chosen.has(recordId)}
      onChange={(event) => {
        const next = new Set(chosen)
        if (event.currentTarget.checked) next.add(recordId)
        else next.delete(recordId)
        onChange(next)
      }}
    />
  )
}

/** The box that selects all recipients that the list shows, or none. */
function ChooseAll({
  recipients,
  choice: { chosen, onChange },
}: Pick<List, 'recipients'> & { choice: RecipientChoice }) {
  const count = recipients.filter(({ recordId }) => chosen.has(recordId)).length
  const isAll = count === recipients.length
  return (
    <Checkbox
      size="sm"
      aria-label={t('Select all recipients shown')}
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      onChange={() => onChange(new Set(isAll ? [] : recipients.map(({ recordId }) => recordId)))}
    />
  )
}

/** Returns the name of a recipient for labels: its name, or the number of its record. */
function labelOf({ recordId }: Recipient, { names }: RecipientNames): string {
  const name = names.get(recordId)
  return name === undefined || name === null || name === '' ? t('record {recordId}', { recordId }) : name
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
        <Text size="sm" {...(name === null && { c: 'dimmed', fs: 'italic' })}>
          <WholeWords text={name ?? t('The record was deleted')} />
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
  const { action, userId, jobId, until, at: receivedAt, messageId, serverResponse } = reason?.evidence ?? {}
  return (
    <>
      {inWords(reason?.message ?? error ?? '')}
      {asksToStop(reason) && t(' · The person asks for no more e-mails')}
      {typeof jobId === 'string' && (
        <>
          {' '}
          <AnchorLink inherit to="/jobs/$jobId" params={{ jobId }} underline="always">
            {reason?.code === 'REPLIED'
              ? t('See the job whose message was answered')
              : reason?.code === 'STOPPED_BY_USER'
                ? t('See the job in which the recipient continues')
                : t('See the other job of this person')}{' '}
          </AnchorLink>
        </>
      )}
      {typeof action === 'string' && typeof receivedAt === 'string' && (
        <ActedBy at={receivedAt} userId={userId} />
      )}
      {action === undefined &&
        typeof receivedAt === 'string' &&
        (jobId === undefined || reason?.code === 'REPLIED') && (
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

export function RecipientTable({ recipients, steps, who, jobId, choice }: List) {
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Table verticalSpacing="xs" horizontalSpacing="md" aria-labelledby="recipients">
        <Table.Thead>
          <Table.Tr>
            {choice !== undefined && (
              <Table.Th w={48}>
                <ChooseAll recipients={recipients} choice={choice} />
              </Table.Th>
            )}
            <Table.Th>{t('Recipient')}</Table.Th>
            <Table.Th>{t('Status')}</Table.Th>
            <Table.Th>{t('Step')}</Table.Th>
            <Table.Th>{t('Attempts')}</Table.Th>
            <Table.Th>{t('Reason')}</Table.Th>
            <Table.Th>{t('Updated')}</Table.Th>
            {jobId !== undefined && (
              <Table.Th w={56}>
                <VisuallyHidden>{t('Actions')}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {recipients.map((recipient) => (
            <Table.Tr key={recipient.recordId}>
              {choice !== undefined && (
                <Table.Td>
                  <Choose recordId={recipient.recordId} name={labelOf(recipient, who)} choice={choice} />
                </Table.Td>
              )}
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
              {jobId !== undefined && (
                <Table.Td>
                  <RecipientMenu
                    jobId={jobId}
                    recipient={recipient}
                    name={labelOf(recipient, who)}
                    steps={steps}
                  />
                </Table.Td>
              )}
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
  jobId,
  choice,
  headingId = 'recipients',
}: List & {
  /** The element id of the heading that names the list for screen readers. */
  headingId?: string
}) {
  return (
    <Stack component="ul" gap="xs" className="plain-list" aria-labelledby={headingId}>
      {recipients.map((recipient) => (
        <Paper withBorder p="sm" component="li" key={`${jobOf(recipient)} ${recipient.recordId}`}>
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <Group gap="sm" wrap="nowrap" align="flex-start" miw={0}>
              {choice !== undefined && (
                <Choose recordId={recipient.recordId} name={labelOf(recipient, who)} choice={choice} />
              )}
              <Who recordId={recipient.recordId} who={who} />
            </Group>
            <Group gap={4} wrap="nowrap">
              <LookBadge isSmall look={recipientStatuses[recipient.status]} />
              {(jobId ?? jobOf(recipient)) !== '' && (
                <RecipientMenu
                  jobId={jobId ?? jobOf(recipient)}
                  recipient={recipient}
                  name={labelOf(recipient, who)}
                  steps={steps}
                />
              )}
            </Group>
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
