import { Box, Group, Text, Title, VisuallyHidden } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { memo, useMemo, useRef } from 'react'
import { useMay } from '../../../api/account/session.ts'
import { maxSteps } from '../../../api/limits.ts'
import type { Job, Spinner, TableRecord } from '../../../api/schema.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { Loaded } from '../../../components/loading/loaded.tsx'
import { Moment } from '../../../components/time/moment.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'
import type { Draft } from '../draft/draft.ts'
import { SaveState } from '../draft/save-state.tsx'
import { useDraftPart } from '../draft/use-draft.ts'
import { Obstacles } from '../preview/preview-obstacles.tsx'
import { PreviewPanel } from '../preview/preview-panel.tsx'
import type { PreviewedRecord } from '../preview/use-previewed-record.ts'
import { stepsWithPlaces } from '../steps/branches.ts'
import type { CanvasContext } from '../steps/canvas/canvas-context.ts'
import { CanvasToolbar } from '../steps/canvas/canvas-toolbar.tsx'
import { useLatestCounts } from '../steps/canvas/counts/use-latest-counts.ts'
import { type RecordCounts, useRecordCounts } from '../steps/canvas/counts/use-record-counts.ts'
import type { StepActions } from '../steps/canvas/step-actions.ts'
import { StepCanvas } from '../steps/canvas/step-canvas.tsx'
import { useCanvasKeys } from '../steps/canvas/use-canvas-keys.ts'
import type { OpenStep as Opening } from '../steps/canvas/use-open-step.ts'
import { useStepActions } from '../steps/canvas/use-step-actions.ts'
import { OpenStep } from '../steps/open/open-step.tsx'
import type { StepDraft } from '../steps/step-draft.ts'
import type { StepFault } from '../steps/step-faults.ts'
import { useSplitFigures } from '../steps/use-split-figures.ts'
import { ColumnValuesContext } from '../steps/where/column-values.ts'
import { useConditionNames } from '../steps/where/condition-names.ts'
import classes from './spinner-editor.module.css'
import { SpinnerSettings } from './spinner-settings.tsx'

interface EditorStepsProps {
  readonly draft: Draft
  readonly spinner: Spinner
  /** The steps without the changes of the last moments. */
  readonly settled: readonly StepDraft[]
  readonly columns: readonly string[]
  readonly open: Opening
  readonly loading: UseQueryResult<readonly TableRecord[]>
  readonly previewed: PreviewedRecord
  readonly faults: readonly StepFault[]
  readonly byStep: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly differences: ReadonlyMap<string, string>
}

/** Shows the canvas of the steps, the open step, its preview, and the settings of the spinner. */
export function EditorSteps(props: EditorStepsProps) {
  const { draft, spinner, settled, columns, open, loading, previewed, faults, byStep } = props
  const mayEdit = useMay('editor')
  const place = useRef<HTMLDivElement>(null)
  const values = useValues(draft, columns)
  const { actions: edits, news } = useStepActions(draft, place, values, open.open)
  const actions = mayEdit ? edits : null
  const records = useRecordCounts(spinner.id, settled)
  return (
    <div ref={place} className={classes['editor']} data-viewer={actions === null || undefined}>
      <CanvasSection {...props} actions={actions} records={records} />
      {actions !== null && (
        <Box className={classes['open']}>
          <Group justify="flex-end" mb="xs" mih={28}>
            <SaveState draft={draft} />
          </Group>
          <ColumnValuesContext value={records.values}>
            <OpenStep
              draft={draft}
              openKey={open.key}
              columns={values}
              dataTableId={spinner.dataTableId}
              faults={byStep.get(open.key)}
              actions={actions}
            />
          </ColumnValuesContext>
        </Box>
      )}
      <StepPreview
        spinner={spinner}
        settled={settled}
        openKey={open.key}
        onOpen={open.open}
        loading={loading}
        previewed={previewed}
        faults={faults}
        byStep={byStep}
        columns={columns}
      />
      <SpinnerSettings draft={draft} columns={columns} />
      <VisuallyHidden role="status">{news}</VisuallyHidden>
    </div>
  )
}

/** The canvas with its heading, its keys, and the counts of the latest job. */
function CanvasSection({
  draft,
  spinner,
  settled,
  open,
  previewed: { outcomes },
  byStep,
  differences,
  actions,
  records,
}: EditorStepsProps & { actions: StepActions | null; records: RecordCounts }) {
  const canvas = useRef<HTMLDivElement>(null)
  const { job, counts } = useLatestCounts(spinner, settled)
  const figuresOf = useSplitFigures(spinner, settled)
  const names = useConditionNames(spinner.dataTableId, settled)
  const isFull = useDraftPart(draft, ({ edited }) => stepsWithPlaces(edited.steps).length >= maxSteps)
  const context: CanvasContext = useMemo(
    () => ({
      actions,
      openKey: open.key,
      open: open.open,
      isFull,
      faults: byStep,
      differences,
      counts,
      outcomes,
      figuresOf,
      records,
      names,
    }),
    [actions, open.key, open.open, isFull, byStep, differences, counts, outcomes, figuresOf, records, names],
  )
  useCanvasKeys(canvas, {
    draft,
    actions,
    openKey: open.key,
    open: open.open,
    onAdd: () => addButtonAfter(canvas.current, open.key)?.click(),
  })
  return (
    <Box className={classes['canvas']} component="section" aria-labelledby="steps">
      <Group justify="space-between" mb="xs" gap="xs" wrap="nowrap">
        <Title order={2} size="h3" id="steps">
          {t('Steps')}
        </Title>
        {actions !== null && <CanvasToolbar draft={draft} actions={actions} />}
      </Group>
      {job !== null && <CountedJob job={job} />}
      {!records.isComplete && (
        <Text size="xs" c="dimmed" mb="xs">
          {t('Records of branches: of the newest {counted, number}.', { counted: records.counted })}
        </Text>
      )}
      <div ref={canvas} className={classes['map']}>
        <StepCanvas draft={draft} context={context} />
      </div>
    </Box>
  )
}

/** Returns the columns and the trigger data that the steps may use. */
function useValues(draft: Draft, columns: readonly string[]): readonly string[] {
  const triggerData = useDraftPart(draft, ({ edited }) => edited.triggerData)
  return useMemo(
    () => [...columns, ...triggerData.map(({ name }) => `trigger.${name}`)],
    [columns, triggerData],
  )
}

/** Returns the button that adds a step after the open one: between it and the next step, or at the end of its list. */
function addButtonAfter(canvas: HTMLElement | null, key: string): HTMLElement | null {
  const item = canvas?.querySelector(`[data-step="${key}"]`)?.closest('li')
  const between = item?.nextElementSibling?.querySelector<HTMLElement>('[data-plus]')
  return between ?? item?.closest('ol')?.nextElementSibling?.querySelector<HTMLElement>('[data-add]') ?? null
}

/** Says to which job the counts on the canvas belong. */
function CountedJob({ job: { id, createdAt } }: { job: Job }) {
  return (
    <Text size="xs" c="dimmed" mb="xs">
      {rich('Counts of the <link>latest job</link>, {moment}', {
        link: <AnchorLink inherit underline="always" to="/jobs/$jobId" params={{ jobId: id }} />,
        moment: <Moment at={createdAt} />,
      })}
    </Text>
  )
}

/** Shows the faults that prevent publishing, and the preview of the open step. */
const StepPreview = memo(function StepPreview({
  spinner,
  settled,
  openKey,
  onOpen,
  loading,
  previewed,
  faults,
  byStep,
  columns,
}: Pick<
  EditorStepsProps,
  'spinner' | 'settled' | 'loading' | 'previewed' | 'faults' | 'byStep' | 'columns'
> & {
  openKey: string
  onOpen: (key: string) => void
}) {
  return (
    <Box className={classes['beside']} component="section" aria-label={t('Preview')} tabIndex={0}>
      <Obstacles steps={settled} faults={faults} onOpen={onOpen} />
      <Loaded query={loading}>
        {() => (
          <PreviewPanel
            spinnerId={spinner.id}
            dataTableId={spinner.dataTableId}
            steps={settled}
            openKey={openKey}
            previewed={previewed}
            faulty={byStep}
            columns={columns}
          />
        )}
      </Loaded>
    </Box>
  )
})
