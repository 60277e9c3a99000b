import { Alert, List, Paper, Text, Title } from '@mantine/core'
import { TriangleAlert, UserRoundSearch } from 'lucide-react'
import { isProblem } from '../../../api/problem.ts'
import type { Spinner } from '../../../api/schema.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { messageOf } from '../../../components/message/message-of.ts'
import type { StepDraft } from '../steps/step-draft.ts'
import { PreviewedSteps } from './previewed-steps.tsx'
import { RecordChooser } from './record-chooser.tsx'
import type { PreviewedRecord } from './use-previewed-record.ts'

/** Previews what the steps would do for a real record of the table. Sends nothing. */
export function PreviewPanel({
  spinner,
  steps,
  previewed,
  faulty,
  columns,
}: {
  spinner: Spinner
  steps: readonly StepDraft[]
  previewed: PreviewedRecord
  /** The steps with faults, by step key. Incomplete steps are left out of the preview. */
  faulty: ReadonlyMap<string, unknown>
  columns: readonly string[]
}) {
  const { records, recordId, preview } = previewed
  // Shows an error of the preview here only if it names no field; faults of fields are shown at their fields.
  const elsewhere = preview.error !== null && preview.faults.length === 0
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h3">
        Preview
      </Title>
      <Text size="sm" c="dimmed">
        The preview shows what each step would do for one record. Nothing is sent.
      </Text>
      {records.length === 0 ? (
        <NoRecordToPreview dataTableId={spinner.dataTableId} />
      ) : (
        <>
          <RecordChooser
            records={records}
            recordId={recordId}
            columns={columns}
            onChoose={previewed.choose}
          />
          {elsewhere && (
            <Alert color="red" variant="light" mt="sm" role="alert" title={messageOf(preview.error)}>
              {isProblem(preview.error) && <Text size="xs">Request {preview.error.problem.requestId}</Text>}
            </Alert>
          )}
          {previewed.reachesNobody && (
            <Text size="sm" mt="sm" c="dimmed" role="status">
              None of the first records of the table reaches this step.
            </Text>
          )}
          {preview.warnings.length > 0 && (
            <Alert variant="default" mt="sm" icon={<TriangleAlert />} title="Check before you publish">
              <List size="sm">
                {preview.warnings.map((warning) => (
                  <List.Item key={warning} style={{ overflowWrap: 'anywhere' }}>
                    {warning}
                  </List.Item>
                ))}
              </List>
            </Alert>
          )}
          <PreviewedSteps
            steps={steps}
            preview={preview}
            faulty={faulty}
            spinnerId={spinner.id}
            recordId={recordId}
          />
        </>
      )}
    </Paper>
  )
}

function NoRecordToPreview({ dataTableId }: { dataTableId: string }) {
  return (
    <Alert variant="default" mt="md" icon={<UserRoundSearch />} title="There is no record to preview">
      <Text size="sm">
        The preview shows the steps for real records.{' '}
        <AnchorLink inherit underline="always" to="/data-tables/$dataTableId" params={{ dataTableId }}>
          Import records into the data table
        </AnchorLink>{' '}
        to see here what each recipient would get.
      </Text>
    </Alert>
  )
}
