import { Alert, List, Paper, Text, Title } from '@mantine/core'
import { TriangleAlert, UserRoundSearch } from 'lucide-react'
import { isProblem } from '../../../api/problem.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { messageOf } from '../../../components/message/message-of.ts'
import { translated } from '../../../languages/catalogue.ts'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'
import { branchesOf, stepsWithPlaces } from '../steps/branches.ts'
import { type StepDraft, stepOf } from '../steps/step-draft.ts'
import { isAtEnd } from '../steps/step-tree.ts'
import { typeOf } from '../steps/types/step-types.ts'
import { PreviewedStepCard } from './previewed-step-card.tsx'
import { RecordChooser } from './record-chooser.tsx'
import { TestSend } from './test-send.tsx'
import type { PreviewOfSteps } from './use-preview.ts'
import type { PreviewedRecord } from './use-previewed-record.ts'

interface PreviewProps {
  readonly spinnerId: string
  readonly steps: readonly StepDraft[]
  readonly openKey: string
  readonly previewed: PreviewedRecord
  /** The steps with faults, by step key. Incomplete steps are left out of the preview. */
  readonly faulty: ReadonlyMap<string, unknown>
}

/** Previews what the open step would do for a real record of the table. Sends nothing. */
export function PreviewPanel({
  dataTableId,
  columns,
  ...shown
}: PreviewProps & { dataTableId: string; columns: readonly string[] }) {
  const { records, recordId, preview, choose, reachesNobody } = shown.previewed
  // Shows an error of the preview here only if it names no field; faults of fields are shown at their fields.
  const elsewhere = preview.error !== null && preview.faults.length === 0
  return (
    <Paper withBorder p="md" aria-busy={preview.stale}>
      <Title order={2} size="h3">
        {t('Preview')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('The preview shows what the open step would do for one record. Nothing is sent.')}
      </Text>
      {records.length === 0 ? (
        <NoRecordToPreview dataTableId={dataTableId} />
      ) : (
        <>
          <RecordChooser records={records} recordId={recordId} columns={columns} onChoose={choose} />
          {elsewhere && (
            <Alert color="red" variant="light" mt="sm" role="alert" title={messageOf(preview.error)}>
              {isProblem(preview.error) && (
                <Text size="xs">
                  {t('Request {requestId}', { requestId: preview.error.problem.requestId })}
                </Text>
              )}
            </Alert>
          )}
          {reachesNobody && (
            <Text size="sm" mt="sm" c="dimmed" role="status">
              {t('None of the first records of the table reaches this step.')}
            </Text>
          )}
          {preview.warnings.length > 0 && (
            <Alert variant="default" mt="sm" icon={<TriangleAlert />} title={t('Check before you publish')}>
              <List size="sm">
                {preview.warnings.map((warning) => (
                  <List.Item key={warning} style={{ overflowWrap: 'anywhere' }}>
                    {translated(warning)}
                  </List.Item>
                ))}
              </List>
            </Alert>
          )}
          <PreviewOfStep {...shown} />
        </>
      )}
    </Paper>
  )
}

/** The result of the open step, with a button that sends it to the user as a test. */
function PreviewOfStep({ spinnerId, steps, openKey, previewed, faulty }: PreviewProps) {
  const { preview, outcomes, recordId } = previewed
  const placed = stepsWithPlaces(steps).find(({ step }) => step.key === openKey)
  if (placed === undefined) return null
  const { step, path } = placed
  const result = preview.steps.get(openKey)
  return (
    <>
      <PreviewedStepCard
        step={step}
        path={path}
        isAtEnd={isAtEnd(steps, openKey)}
        taken={taken(step, preview.steps)}
        previewed={result}
        outcome={outcomes.get(openKey)}
        faulty={faulty.has(openKey)}
      />
      {typeOf(step).canBeTested && result?.status === 'sends' && recordId !== undefined && (
        <TestSend
          key={`${openKey} ${recordId}`}
          spinnerId={spinnerId}
          recordId={recordId}
          step={stepOf(step)}
        />
      )}
    </>
  )
}

/**
 * Returns the name of the branch that the record takes at a step: the branch that has previewed steps; null if
 * there is none.
 */
function taken(step: StepDraft, reached: PreviewOfSteps['steps']): string | null {
  const branch = branchesOf(step).find(({ steps }) => steps.some(({ key }) => reached.has(key)))
  return branch?.name ?? null
}

function NoRecordToPreview({ dataTableId }: { dataTableId: string }) {
  return (
    <Alert variant="default" mt="md" icon={<UserRoundSearch />} title={t('There is no record to preview')}>
      <Text size="sm">
        {rich(
          'The preview shows the steps for real records. <link>Import records into the data table</link> to see here what each recipient would get.',
          {
            link: (
              <AnchorLink
                inherit
                underline="always"
                to="/data-tables/$dataTableId"
                params={{ dataTableId }}
              />
            ),
          },
        )}
      </Text>
    </Alert>
  )
}
