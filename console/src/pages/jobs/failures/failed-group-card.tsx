import { Badge, Box, Group, Text } from '@mantine/core'
import { Wrench } from 'lucide-react'
import type { FailedGroup, Job, Step } from '../../../api/schema.ts'
import { ForEditors } from '../../../components/for-editors.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { inWords } from '../../../components/names/field-labels.ts'
import { translated } from '../../../languages/catalogue.ts'
import { t } from '../../../languages/text.ts'
import type { StepWithPlace } from '../../spinners/steps/branches.ts'
import { typeOf } from '../../spinners/steps/types/step-types.ts'
import type { RecipientNames } from '../recipients/use-recipient-names.ts'
import { FailedSamples } from './failed-samples.tsx'
import { leftToRetry } from './left-to-retry.ts'
import { RecordsToFill } from './records-to-fill.tsx'

/** The recipients who failed at one step for one reason, and the actions for them. */
export function FailedGroupCard({
  job,
  group,
  placed,
  who,
  exists,
}: {
  job: Job
  group: FailedGroup
  /**
   * The step at which the recipients failed, in their version of the spinner; undefined while that version
   * loads.
   */
  placed: StepWithPlace<Step> | undefined
  who: RecipientNames
  /** Whether the spinner still exists, so that the user can correct it. */
  exists: boolean
}) {
  const { code, count, message, remedy, retried, stopped, samples } = group
  const left = leftToRetry(group)
  const path = placed?.path ?? String(group.step + 1)
  const place =
    placed === undefined
      ? t('Step {path}', { path })
      : t('Step {path}, {label}', { path, label: typeOf(placed.step).label })
  return (
    <Box component="li" pt="sm" style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}>
      <Group align="flex-start" gap="md">
        <Box flex="1 1 20rem" miw={0}>
          <Group gap="xs">
            <Text fw={600} size="sm" className="numbers" style={{ overflowWrap: 'anywhere' }}>
              {t('{count, plural, one {# recipient} other {# recipients}}', { count })}: {inWords(message)}
            </Text>
            <Badge variant="default" tt="none">
              {place}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed" mt={2}>
            {translated(remedy)}
          </Text>
          <FailedSamples samples={samples} who={who} />
        </Box>
        <Group gap="xs">
          {retried > 0 && (
            <Text size="sm" c="dimmed">
              {retriedWords(count, retried)}
            </Text>
          )}
          {stopped > 0 && (
            <Text size="sm" c="dimmed">
              {t('{stopped, number} replied or opted out since and cannot be retried', { stopped })}
            </Text>
          )}
          {left > 0 && exists && (
            <ForEditors>
              {code === 'MISSING_CELL' && <RecordsToFill job={job} count={left} />}
              <FixLink job={job} group={group} path={path} />
            </ForEditors>
          )}
        </Group>
      </Group>
    </Box>
  )
}

function retriedWords(count: number, retried: number): string {
  if (retried < count) return t('{retried, number} were retried', { retried })
  return count === 1 ? t('This recipient was retried') : t('All of these recipients were retried')
}

/** A link to the editor with these failures, so that the user can correct the step. */
function FixLink({
  job,
  group: { step, code, message },
  path,
}: {
  job: Job
  group: FailedGroup
  path: string
}) {
  return (
    <ButtonLink
      size="xs"
      // Leads first to the records if their cells are empty.
      variant={code === 'MISSING_CELL' ? 'default' : 'filled'}
      leftSection={<Wrench size={14} aria-hidden />}
      to="/spinners/$spinnerId"
      params={{ spinnerId: job.spinnerId }}
      search={{ fix: job.id, step: String(step), ...(code === null ? {} : { reason: code }) }}
      aria-label={t('Fix step {path}: {message}', { path, message: inWords(message) })}
    >
      {t('Fix step {path}', { path })}
    </ButtonLink>
  )
}
