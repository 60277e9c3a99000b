import { List, Modal, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ExistingRecords, PublishPreview, RecipientMove, Spinner } from '../../../api/schema.ts'
import type { PublishRequest } from '../../../api/spinner/spinners.ts'
import { FormFooter } from '../../../components/dialog/form-footer.tsx'
import { language } from '../../../languages/language.ts'
import { t } from '../../../languages/text.ts'
import { CheckList, hasFindings, preventsPublishing } from './check-list.tsx'
import { PublishForecast } from './publish-forecast.tsx'

const obstacles: Readonly<Record<RecipientMove['immovable'][number]['code'], string>> = {
  STEP_CHANGED: t('their step or an earlier step has changed'),
  FAILED_STEP_CHANGED: t('they failed at a step that has changed, so they could not be retried'),
  AT_WORK: t('Spindle is processing these people now; try again in a moment'),
  DATA_MISSING: t('this version requires data that the trigger of their job did not send'),
  AUDIENCE_CHANGED: t('this version takes other records of the table'),
  SAME_JOB: t('other people in their job cannot move, and a job moves as a whole'),
}

/**
 * Says before publishing whom the spinner would write to, and asks whether people in jobs of earlier versions continue with the new version. For a
 * spinner that starts on records, asks also about the records that are already in the table; for one that starts on
 * entries into a segment, about the records that are already in the segment.
 */
export function PublishDialog({
  spinner,
  runsAfterwards,
  foreseen: { movable, immovable, existingRecords, checks },
  mayInsist,
  onPublish,
  onOpenStep,
  onClose,
}: {
  /** The spinner with its saved draft. */
  spinner: Spinner
  /** Whether the run dialog follows, which shows whom the spinner would write to. */
  runsAfterwards: boolean
  foreseen: PublishPreview
  /** Whether the user may publish in spite of warnings. */
  mayInsist: boolean
  onPublish: (choice: Omit<PublishRequest, 'then'>) => void
  /** Opens the step at a JSON pointer of the spinner. */
  onOpenStep: (pointer: string) => void
  onClose: () => void
}) {
  const [recipientsChoice, setRecipientsChoice] = useState<PeopleChoice>('stay')
  const [choice, setChoice] = useState<ExistingRecords['choice']>(existingRecords?.choice ?? 'exclude')
  const people = movable + sumOf(immovable)
  const there = existingRecords?.count ?? 0
  const moveRecipients = recipientsChoice === 'along'
  const ignoreWarnings = mayInsist && preventsPublishing(checks)
  const startsOn = spinner.starts.on
  return (
    <Modal opened onClose={onClose} title={t('Publish')} size="lg">
      <Stack gap="md">
        {there > 0 && (
          <ExistingChoice
            words={startsOn === 'segment' ? wordsOfMembers(there) : wordsOfRecords(there)}
            choice={choice}
            onChange={setChoice}
          />
        )}
        {!runsAfterwards && (
          <PublishForecast
            spinner={spinner}
            existing={
              existingRecords === undefined
                ? null
                : { count: there, choice, isContinued: existingRecords.choice === 'include' }
            }
          />
        )}
        {hasFindings(checks) && <CheckList checks={checks} onOpenStep={onOpenStep} />}
        {people > 0 && (
          <RecipientsChoice
            people={people}
            movable={movable}
            choice={recipientsChoice}
            onChange={setRecipientsChoice}
          />
        )}
        {immovable.length > 0 && <CannotMove immovable={immovable} />}
        <FormFooter
          onCancel={onClose}
          onAction={() =>
            onPublish({ ignoreWarnings, moveRecipients, existingRecords: there > 0 ? choice : null })
          }
        >
          {publishLabel(there > 0 && choice === 'include' ? there : 0, moveRecipients, ignoreWarnings)}
        </FormFooter>
      </Stack>
    </Modal>
  )
}

type PeopleChoice = 'stay' | 'along'

/** Asks whether people in running jobs continue with the new version. */
function RecipientsChoice({
  people,
  movable,
  choice,
  onChange,
}: {
  people: number
  movable: number
  choice: PeopleChoice
  onChange: (choice: PeopleChoice) => void
}) {
  return (
    <>
      <Text size="sm">
        {t('{peopleInJobs} New jobs run the version that you publish.', {
          peopleInJobs: peopleInJobs(people),
        })}
      </Text>
      <Radio.Group label={t('What happens to people in running jobs')} value={choice} onChange={onChange}>
        <Stack gap="xs" mt="xs">
          <Radio
            value="stay"
            label={t('Keep people in the version of their job')}
            description={t('People in running jobs continue with the version that their job runs now.')}
          />
          <Radio
            value="along"
            disabled={movable === 0}
            label={t('Move people to the new version ({movable, number})', { movable })}
            description={
              movable === 0
                ? t('No person in a running job can continue with the new version.')
                : t(
                    'People in running jobs continue with the new version from their current step; nothing is sent twice.',
                  )
            }
          />
        </Stack>
      </Radio.Group>
    </>
  )
}

/** Returns the text of the button that publishes. */
function publishLabel(included: number, movesRecipients: boolean, ignoresWarnings: boolean): string {
  if (included === 1) return t('Publish and include 1 record')
  if (included > 1) return t('Publish and include {there, number} records', { there: included })
  if (movesRecipients) return t('Publish and move people')
  return ignoresWarnings ? t('Publish anyway') : t('Publish')
}

function CannotMove({ immovable }: Pick<RecipientMove, 'immovable'>) {
  const count = sumOf(immovable)
  return (
    <div>
      <Text size="sm" fw={500}>
        {count === 1
          ? t('One person cannot move to the new version:')
          : t('{count, number} people cannot move to the new version:', { count })}
      </Text>
      <List size="sm" mt={4}>
        {immovable.map(({ code, count: here }) => (
          <List.Item key={code}>
            {here.toLocaleString(language)}: {obstacles[code]}
          </List.Item>
        ))}
      </List>
    </div>
  )
}

function sumOf(immovable: RecipientMove['immovable']): number {
  return immovable.reduce((sum, { count }) => sum + count, 0)
}

/** The texts of the question about existing records. */
interface ExistingWords {
  readonly question: string
  readonly label: string
  readonly exclude: string
  readonly excludeMeans: string
  readonly include: string
  readonly includeMeans: string
}

function wordsOfRecords(count: number): ExistingWords {
  const records = count === 1 ? t('1 record') : t('{count, number} records', { count })
  return {
    question: t(
      'This spinner starts automatically when records arrive. Its table already has {records} that it has not processed.',
      { records },
    ),
    label: t('What happens to records already in the table'),
    exclude: t('Take only records that arrive from now on'),
    excludeMeans: t('The records that are already in the table are skipped and get no message.'),
    include: t('Also take the records that are already in the table ({count, number})', { count }),
    includeMeans: t('The first job after publishing writes to all of these records.'),
  }
}

function wordsOfMembers(count: number): ExistingWords {
  return {
    question: t(
      '{count, plural, one {This spinner starts automatically when records enter its segment. # record is in the segment already, or waits for a job.} other {This spinner starts automatically when records enter its segment. # records are in the segment already, or wait for a job.}}',
      { count },
    ),
    label: t('What happens to records already in the segment'),
    exclude: t('Take only records that enter the segment from now on'),
    excludeMeans: t('The records that are already in the segment are skipped and get no message.'),
    include: t('Also take the records that are already in the segment ({count, number})', { count }),
    includeMeans: t('The first job after publishing writes to all of these records.'),
  }
}

function ExistingChoice({
  words,
  choice,
  onChange,
}: Pick<ExistingRecords, 'choice'> & {
  words: ExistingWords
  onChange: (choice: ExistingRecords['choice']) => void
}) {
  return (
    <>
      <Text size="sm">{words.question}</Text>
      <Radio.Group label={words.label} value={choice} onChange={onChange}>
        <Stack gap="xs" mt="xs">
          <Radio value="exclude" label={words.exclude} description={words.excludeMeans} />
          <Radio value="include" label={words.include} description={words.includeMeans} />
        </Stack>
      </Radio.Group>
    </>
  )
}

function peopleInJobs(count: number): string {
  return count === 1
    ? t('One person is in a running job of an earlier version of this spinner.')
    : t('{count, number} people are in running jobs of earlier versions of this spinner.', { count })
}
