import { Accordion, Badge, Box, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RehearsedSample, Step } from '../../../../api/schema.ts'
import { recordsByIdQuery } from '../../../../api/table/records-by-id.ts'
import { inWords } from '../../../../components/names/field-labels.ts'
import { nameOfRecord } from '../../../../components/names/name-of-record.ts'
import { timeToTheMinute } from '../../../../components/time/exact-time.ts'
import { t } from '../../../../languages/text.ts'
import type { StepWithPlace } from '../../steps/branches.ts'
import { typeOf } from '../../steps/types/step-types.ts'

const outcomes: Readonly<
  Record<RehearsedSample['steps'][number]['status'], { word: string; color: string }>
> = {
  sends: { word: t('Sends'), color: 'spindle' },
  passes: { word: t('Continues'), color: 'teal' },
  skips: { word: t('Skipped'), color: 'yellow' },
  waits: { word: t('Waits'), color: 'indigo' },
  fails: { word: t('Fails'), color: 'red' },
}

/** Lists sample records of a rehearsal that take different steps, with the result of each step. */
export function RehearsedSamples({
  samples,
  placed,
  columns,
  dataTableId,
}: {
  samples: readonly RehearsedSample[]
  placed: readonly StepWithPlace<Step>[]
  columns: readonly string[]
  dataTableId: string
}) {
  const ids = samples.map(({ recordId }) => recordId).filter((id) => !id.startsWith('#'))
  const { data: records } = useQuery({ ...recordsByIdQuery(dataTableId, ids), enabled: ids.length > 0 })
  const names = new Map(records?.map((record) => [record.id, nameOfRecord(record, columns)]))
  return (
    <section aria-labelledby="rehearsed-samples">
      <Title order={3} size="h5" id="rehearsed-samples" mb={4}>
        {t('Samples')}
      </Title>
      <Accordion variant="contained" chevronPosition="left" multiple order={4}>
        {samples.map(({ recordId, steps }) => {
          const last = steps.at(-1)
          return (
            <Accordion.Item key={recordId} value={recordId}>
              <Accordion.Control>
                <Group justify="space-between" wrap="nowrap" gap="xs">
                  <Text size="sm" truncate>
                    {names.get(recordId) ?? t('Record {recordId}', { recordId })}
                  </Text>
                  {last !== undefined && <Outcome {...last} />}
                </Group>
              </Accordion.Control>
              <Accordion.Panel>
                <Stack component="ol" gap="xs" className="plain-list">
                  {steps.map((step) => (
                    <OneStep
                      key={`${step.step} ${step.status}`}
                      rehearsed={step}
                      placed={placed[step.step]}
                    />
                  ))}
                </Stack>
              </Accordion.Panel>
            </Accordion.Item>
          )
        })}
      </Accordion>
    </section>
  )
}

function OneStep({
  rehearsed,
  placed,
}: {
  rehearsed: RehearsedSample['steps'][number]
  placed: StepWithPlace<Step> | undefined
}) {
  const { step, type, status, reason, at, message } = rehearsed
  const { label, Previewed } = typeOf({ type })
  return (
    <Box component="li">
      <Group gap="xs">
        <Text size="sm" fw={500}>
          {placed?.path ?? step + 1}. {label}
        </Text>
        <Outcome status={status} />
        <Text size="xs" c="dimmed">
          <time dateTime={at}>{timeToTheMinute(at)}</time>
        </Text>
      </Group>
      {reason !== null && <Text size="sm">{inWords(reason)}</Text>}
      {status === 'sends' && placed !== undefined && message !== null && (
        <Previewed step={placed.step} message={message} />
      )}
    </Box>
  )
}

function Outcome({ status }: Pick<RehearsedSample['steps'][number], 'status'>) {
  const { word, color } = outcomes[status]
  return (
    <Badge variant="light" color={color} tt="none" style={{ flex: 'none' }}>
      {word}
    </Badge>
  )
}
