import { Box, Group, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../../api/account/session.ts'
import type { DataTable, Spinner } from '../../../api/schema.ts'
import { spinnerVersionQuery, useResumeSpinner } from '../../../api/spinner/spinners.ts'
import type { StoredSpinner } from '../../../api/spinner/stored-spinner.ts'
import { Loaded } from '../../../components/loading/loaded.tsx'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import type { Search } from '../../../components/search-param.ts'
import { differencesOf } from '../changes/step-changes.ts'
import { ConflictAlert } from '../draft/conflict-alert.tsx'
import type { Draft } from '../draft/draft.ts'
import { faultsOfDraft } from '../draft/draft-faults.ts'
import { type DraftState, isConflict, stepsOf } from '../draft/draft-state.ts'
import { SaveState } from '../draft/save-state.tsx'
import { useDraft, useDraftState } from '../draft/use-draft.ts'
import { useSaveOnLeave } from '../draft/use-save-on-leave.ts'
import { FixFailuresPanel } from '../fix-failures/fix-failures-panel.tsx'
import { useFailuresToFix } from '../fix-failures/use-failures-to-fix.ts'
import { PausedAlert } from '../live/paused-alert.tsx'
import { Obstacles } from '../preview/preview-obstacles.tsx'
import { PreviewPanel } from '../preview/preview-panel.tsx'
import { usePreviewedRecord } from '../preview/use-previewed-record.ts'
import { metadataColumnsOf } from '../steps/fields/template-text.ts'
import { StepMap } from '../steps/map/step-map.tsx'
import { StepList } from '../steps/sequence/step-list.tsx'
import { StepsToRead } from '../steps/sequence/steps-to-read.tsx'
import { faultsByStep } from '../steps/step-faults.ts'
import classes from './spinner-editor.module.css'
import { SpinnerHeader } from './spinner-header.tsx'
import { SpinnerSettings } from './spinner-settings.tsx'

interface SpinnerEditorProps {
  readonly loaded: StoredSpinner
  readonly table: DataTable
  /** Returns true if the page still shows the editor when its URL has these parameters. */
  readonly isOpenAt: (search: Search) => boolean
}

/** Edits the draft of a spinner: its steps beside their preview. A viewer sees both, and changes nothing. */
export function SpinnerEditor({ loaded, table, isOpenAt }: SpinnerEditorProps) {
  const draft = useDraft(loaded)
  const state = useDraftState(draft)
  useSaveOnLeave(draft, isOpenAt)
  const { edited } = state
  const { spinner } = state.stored
  const columns = metadataColumnsOf(table.columns)
  const previewed = usePreviewedRecord(spinner, edited.steps)
  const mayEdit = useMay('editor')
  const [problem, setProblem] = useState<unknown>(null)
  const { failures: toFix, step: stepToFix, close: closeFailures } = useFailuresToFix()
  const faults = faultsOfDraft(state, previewed.preview.faults)
  const byStep = faultsByStep(faults)
  const published = usePublishedVersion(state)
  const differences = published === undefined ? [] : differencesOf(published.steps, stepsOf(edited))
  return (
    <>
      <SpinnerHeader
        draft={draft}
        state={state}
        table={table}
        columns={columns}
        published={published}
        faults={faults.length}
        onProblem={setProblem}
      />
      <EditorAlerts draft={draft} state={state} problem={problem} />
      {mayEdit && toFix !== null && (
        <FixFailuresPanel
          toFix={toFix}
          draft={draft}
          state={state}
          obstructed={faults.length > 0 || isConflict(state)}
          columns={columns}
          onProblem={setProblem}
          onChoose={previewed.choose}
          onClose={closeFailures}
        />
      )}
      <div className={classes['editor']}>
        <Box
          className={classes['steps']}
          component="section"
          aria-labelledby="steps"
          onFocusCapture={({ target }) =>
            previewed.focusStep(target.closest<HTMLElement>('[data-step]')?.dataset['step'])
          }
        >
          <StepsHeading state={state} />
          <StepMap steps={edited.steps} faulty={byStep} on="narrow" />
          {mayEdit ? (
            <StepList
              spinner={spinner}
              steps={edited.steps}
              columns={[...columns, ...edited.triggerData.map(({ name }) => `trigger.${name}`)]}
              dataTableId={table.id}
              opened={stepToFix}
              faultsOf={(key) => byStep.get(key) ?? new Map()}
              differenceOf={(index) => differences[index] ?? null}
              onChange={(change) => draft.edit({ steps: change(draft.state().edited.steps) })}
            />
          ) : (
            <StepsToRead steps={edited.steps} />
          )}
        </Box>
        <StepsPreview
          spinner={spinner}
          steps={edited.steps}
          previewed={previewed}
          faults={faults}
          byStep={byStep}
          columns={columns}
        />
        <SpinnerSettings draft={draft} state={state} />
      </div>
    </>
  )
}

/** Shows the map and the preview of the steps beside them, and the faults that prevent publishing. */
function StepsPreview({
  spinner,
  steps,
  previewed,
  faults,
  byStep,
  columns,
}: {
  spinner: Spinner
  steps: DraftState['edited']['steps']
  previewed: ReturnType<typeof usePreviewedRecord>
  faults: ReturnType<typeof faultsOfDraft>
  byStep: ReturnType<typeof faultsByStep>
  columns: readonly string[]
}) {
  return (
    <Box className={classes['beside']} component="section" aria-label="Preview" tabIndex={0}>
      <StepMap steps={steps} faulty={byStep} on="wide" />
      <Obstacles steps={steps} faults={faults} />
      <Loaded query={previewed.loading}>
        {() => (
          <PreviewPanel
            spinner={spinner}
            steps={steps}
            previewed={previewed}
            faulty={byStep}
            columns={columns}
          />
        )}
      </Loaded>
    </Box>
  )
}

function usePublishedVersion({ stored: { spinner } }: DraftState) {
  const { publishedVersion } = spinner
  return useQuery({
    ...spinnerVersionQuery(spinner.id, publishedVersion ?? 0),
    enabled: publishedVersion !== null,
  }).data
}

/** Shows that the spinner is paused, that its draft has a conflict, or that publishing failed. */
function EditorAlerts({ draft, state, problem }: { draft: Draft; state: DraftState; problem: unknown }) {
  const { spinner } = state.stored
  const resumeSpinner = useResumeSpinner()
  const resume = useMutation({ mutationFn: () => draft.act(() => resumeSpinner(spinner.id)) })
  return (
    <>
      {spinner.pause !== null && (
        <PausedAlert pause={spinner.pause} isPending={resume.isPending} onResume={() => resume.mutate()} />
      )}
      {isConflict(state) && <ConflictAlert draft={draft} spinnerId={spinner.id} />}
      {problem !== null && (
        <Box mb="md">
          <ProblemAlert error={problem} />
        </Box>
      )}
    </>
  )
}

function StepsHeading({ state }: { state: DraftState }) {
  return (
    <Group justify="space-between" mb="xs" gap="xs">
      <Title order={2} size="h3" id="steps">
        Steps
      </Title>
      <SaveState state={state} />
    </Group>
  )
}
