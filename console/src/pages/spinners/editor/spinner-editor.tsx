import { Box } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useMay } from '../../../api/account/session.ts'
import type { DataTable, Spinner } from '../../../api/schema.ts'
import { spinnerVersionQuery, useResumeSpinner } from '../../../api/spinner/spinners.ts'
import type { StoredSpinner } from '../../../api/spinner/stored-spinner.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import type { Search } from '../../../components/search-param.ts'
import { differencesOf } from '../changes/step-changes.ts'
import { ConflictAlert } from '../draft/conflict-alert.tsx'
import type { Draft } from '../draft/draft.ts'
import { isConflict } from '../draft/draft-state.ts'
import { useDraft, useDraftPart } from '../draft/use-draft.ts'
import { useDraftFaults } from '../draft/use-draft-faults.ts'
import { useSaveOnLeave } from '../draft/use-save-on-leave.ts'
import { useSettledSteps } from '../draft/use-settled-steps.ts'
import { FixFailuresPanel } from '../fix-failures/fix-failures-panel.tsx'
import { useFailuresToFix } from '../fix-failures/use-failures-to-fix.ts'
import { PausedAlert } from '../live/paused-alert.tsx'
import { usePreviewedRecord } from '../preview/use-previewed-record.ts'
import { stepsWithPlaces } from '../steps/branches.ts'
import { useOpenStep } from '../steps/canvas/use-open-step.ts'
import { metadataColumnsOf } from '../steps/fields/template-text.ts'
import { type StepDraft, stepOf } from '../steps/step-draft.ts'
import { faultsByStep } from '../steps/step-faults.ts'
import { EditorSteps } from './editor-steps.tsx'
import { SpinnerHeader } from './spinner-header.tsx'

interface SpinnerEditorProps {
  readonly loaded: StoredSpinner
  readonly table: DataTable
  /** Returns true if the page still shows the editor when its URL has these parameters. */
  readonly isOpenAt: (search: Search) => boolean
}

/**
 * Edits the draft of a spinner. Data runs one way: the draft is drawn as the canvas, the open step and its preview;
 * their actions change the draft. This component does not follow the keys; the parts that do read the draft themselves.
 */
export function SpinnerEditor({ loaded, table, isOpenAt }: SpinnerEditorProps) {
  const draft = useDraft(loaded)
  useSaveOnLeave(draft, isOpenAt)
  const spinner = useDraftPart(draft, ({ stored }) => stored.spinner)
  const hasConflict = useDraftPart(draft, isConflict)
  const columns = useMemo(() => metadataColumnsOf(table.columns), [table.columns])
  const { settled, isOutdated } = useSettledSteps(draft)
  const open = useOpenStep(draft)
  const { loading, previewed } = usePreviewedRecord(spinner, settled, isOutdated, open.key)
  const mayEdit = useMay('editor')
  const [problem, setProblem] = useState<unknown>(null)
  const { failures: toFix, close: closeFailures } = useFailuresToFix()
  const faults = useDraftFaults(draft, previewed.preview.faults)
  const byStep = useMemo(() => faultsByStep(faults), [faults])
  const published = usePublishedVersion(spinner)
  const differences = useDifferences(published?.steps, settled)
  return (
    <>
      <SpinnerHeader
        draft={draft}
        table={table}
        columns={columns}
        published={published}
        faults={faults.length}
        onProblem={setProblem}
      />
      <EditorAlerts draft={draft} spinner={spinner} hasConflict={hasConflict} problem={problem} />
      {mayEdit && toFix !== null && (
        <FixFailuresPanel
          toFix={toFix}
          draft={draft}
          obstructed={faults.length > 0 || hasConflict}
          columns={columns}
          onProblem={setProblem}
          onChoose={previewed.choose}
          onClose={closeFailures}
        />
      )}
      <EditorSteps
        draft={draft}
        spinner={spinner}
        settled={settled}
        columns={columns}
        open={open}
        loading={loading}
        previewed={previewed}
        faults={faults}
        byStep={byStep}
        differences={differences}
      />
    </>
  )
}

/** Returns how each step differs from the published version, by its key. */
function useDifferences(published: Spinner['steps'] | undefined, steps: readonly StepDraft[]) {
  return useMemo(() => {
    if (published === undefined) return noDifferences
    const marks = differencesOf(published, steps.map(stepOf))
    return new Map(
      stepsWithPlaces(steps).flatMap(({ step, index }) => {
        const mark = marks[index]
        return mark == null ? [] : [[step.key, mark] as const]
      }),
    )
  }, [published, steps])
}

const noDifferences: ReadonlyMap<string, string> = new Map()

function usePublishedVersion({ id, publishedVersion }: Spinner) {
  return useQuery({
    ...spinnerVersionQuery(id, publishedVersion ?? 0),
    enabled: publishedVersion !== null,
  }).data
}

/** Shows that the spinner is paused, that its draft has a conflict, or that publishing failed. */
function EditorAlerts({
  draft,
  spinner,
  hasConflict,
  problem,
}: {
  draft: Draft
  spinner: Spinner
  hasConflict: boolean
  problem: unknown
}) {
  const resumeSpinner = useResumeSpinner()
  const resume = useMutation({ mutationFn: () => draft.act(() => resumeSpinner(spinner.id)) })
  return (
    <>
      {spinner.pause !== null && (
        <PausedAlert pause={spinner.pause} isPending={resume.isPending} onResume={() => resume.mutate()} />
      )}
      {hasConflict && <ConflictAlert draft={draft} spinnerId={spinner.id} />}
      {problem !== null && (
        <Box mb="md">
          <ProblemAlert error={problem} />
        </Box>
      )}
    </>
  )
}
