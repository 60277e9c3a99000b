import { Box, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataTable } from '../../api/schema.ts'
import { firstRecordsQuery, spinnerVersionQuery, useResumeSpinner } from '../../api/spinner/spinners.ts'
import type { StoredSpinner } from '../../api/spinner/stored-spinner.ts'
import { BackLink } from '../../components/back-link.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { Loaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { AudienceChoice } from './audience-choice.tsx'
import { ChangesButton } from './changes/changes-button.tsx'
import { differencesOf } from './changes/step-changes.ts'
import { ContactChoice } from './contact-choice.tsx'
import { ConflictAlert } from './draft/conflict-alert.tsx'
import { differsFromPublished, isConflict, stepsOf } from './draft/draft-state.ts'
import { SaveState } from './draft/save-state.tsx'
import { useDraft, useDraftState } from './draft/use-draft.ts'
import { useSaveOnLeave } from './draft/use-save-on-leave.ts'
import { EditableName } from './editable-name.tsx'
import { ExitChoice } from './exit-choice.tsx'
import { FixFailuresPanel } from './fix-failures/fix-failures-panel.tsx'
import { useFailuresToFix } from './fix-failures/use-failures-to-fix.ts'
import { GoLive } from './live/go-live.tsx'
import { PausedAlert } from './live/paused-alert.tsx'
import { Obstacles } from './preview/preview-obstacles.tsx'
import { PreviewPanel } from './preview/preview-panel.tsx'
import { usePreview } from './preview/use-preview.ts'
import { useRecordThatReachesStep } from './preview/use-record-that-reaches-step.ts'
import { useRecordsWithChosen } from './preview/use-records-with-chosen.ts'
import { SpinnerActions } from './spinner-actions.tsx'
import classes from './spinner-editor.module.css'
import { StatusBadge } from './status-badge.tsx'
import { stepsWithPlaces } from './steps/branches.ts'
import { metadataColumnsOf } from './steps/fields/template-text.ts'
import { StepList } from './steps/sequence/step-list.tsx'
import {
  apiFaultsOf,
  faultsByStep,
  faultsFromApi,
  faultsOf,
  mergedFaults,
  pointersOf,
} from './steps/step-faults.ts'
import { typeOf } from './steps/types/step-types.ts'

/** Edits the draft of a spinner: its steps beside their preview. */
export function SpinnerEditor({ loaded, table }: { loaded: StoredSpinner; table: DataTable }) {
  const draft = useDraft(loaded)
  const state = useDraftState(draft)
  useSaveOnLeave(draft)
  const { edited, failure, stored } = state
  const { spinner } = stored
  const columns = metadataColumnsOf(table.columns)

  const loadingRecords = useQuery(firstRecordsQuery(table.id))
  const [chosen, setChosen] = useState<string>()
  const records = useRecordsWithChosen(table.id, loadingRecords.data, chosen)
  const recordId = records?.find(({ id }) => id === chosen)?.id ?? records?.[0]?.id
  const preview = usePreview(
    spinner.id,
    records === undefined ? null : recordId,
    edited.steps,
    spinner.triggerData,
  )
  const [at, setAt] = useState<string | null>(
    () => stepsWithPlaces(edited.steps).find(({ step }) => typeOf(step).sends)?.step.key ?? null,
  )
  const [isOwnChoice, setOwnChoice] = useState(false)
  const reachesNobody = useRecordThatReachesStep(spinner.id, isOwnChoice ? null : at, preview, setChosen)
  const [problem, setProblem] = useState<unknown>(null)
  const { mending, step: mended, close: closeMending } = useFailuresToFix()

  const own = faultsOf(edited.steps)
  const ofSaving =
    failure?.of === edited
      ? faultsFromApi(apiFaultsOf(undefined, failure.error), pointersOf(edited.steps))
      : []
  const faults = mergedFaults(own, preview.faults, ofSaving)
  const byStep = faultsByStep(faults)

  const resumeSpinner = useResumeSpinner()
  const resume = useMutation({ mutationFn: () => draft.act(() => resumeSpinner(spinner.id)) })
  const { publishedVersion } = spinner
  const differs = differsFromPublished(state)
  const published = useQuery({
    ...spinnerVersionQuery(spinner.id, publishedVersion ?? 0),
    enabled: publishedVersion !== null,
  }).data
  const differences = published === undefined ? [] : differencesOf(published.steps, stepsOf(edited))

  return (
    <>
      <PageHeader
        name={edited.name}
        title={<EditableName name={edited.name} onChange={(name) => draft.edit({ name })} />}
        above={<BackLink to="/spinners">Spinners</BackLink>}
        description={
          <Stack gap={6} mt={4}>
            <Text size="sm">
              This spinner writes to the people in the data table{' '}
              <AnchorLink
                inherit
                underline="always"
                to="/data-tables/$dataTableId"
                params={{ dataTableId: table.id }}
              >
                {table.name}
              </AnchorLink>
            </Text>
            <Group gap="xs" role="status">
              <StatusBadge spinner={{ ...spinner, hasUnpublishedChanges: differs }} />
              {published !== undefined && differs && (
                <ChangesButton published={published} edited={edited} columns={columns} />
              )}
              {publishedVersion !== null && (
                <AnchorLink
                  size="sm"
                  underline="always"
                  to="/spinners/$spinnerId"
                  params={{ spinnerId: spinner.id }}
                  search={{ view: 'steps' }}
                >
                  See results
                </AnchorLink>
              )}
            </Group>
          </Stack>
        }
        actions={
          <SpinnerActions
            draft={draft}
            state={state}
            obstructed={faults.length > 0 || isConflict(state)}
            faults={faults.length}
            columns={columns}
            onProblem={setProblem}
          />
        }
      />
      {spinner.paused !== null && (
        <PausedAlert paused={spinner.paused} isPending={resume.isPending} onResume={() => resume.mutate()} />
      )}
      {isConflict(state) && <ConflictAlert draft={draft} spinnerId={spinner.id} />}
      {problem !== null && (
        <Box mb="md">
          <ProblemAlert error={problem} />
        </Box>
      )}
      {mending !== null && (
        <FixFailuresPanel
          mending={mending}
          draft={draft}
          state={state}
          obstructed={faults.length > 0 || isConflict(state)}
          columns={columns}
          onProblem={setProblem}
          onChoose={(id) => {
            setOwnChoice(true)
            setChosen(id)
          }}
          onClose={closeMending}
        />
      )}
      <div className={classes['editor']}>
        <Box
          className={classes['steps']}
          component="section"
          aria-labelledby="steps"
          onFocusCapture={({ target }) => {
            const key = target.closest<HTMLElement>('[data-step]')?.dataset['step']
            if (key === undefined || key === at) return
            setAt(key)
            // Searches for a record that reaches the step that got the focus, in place of the record that the
            // user chose.
            setOwnChoice(false)
          }}
        >
          <Group justify="space-between" mb="xs" gap="xs">
            <Title order={2} size="h3" id="steps">
              Steps
            </Title>
            <SaveState state={state} />
          </Group>
          <StepList
            spinner={spinner}
            steps={edited.steps}
            columns={[...columns, ...edited.triggerData.map(({ name }) => `trigger.${name}`)]}
            dataTableId={table.id}
            opened={mended}
            faultsOf={(key) => byStep.get(key) ?? new Map()}
            differenceOf={(index) => differences[index] ?? null}
            onChange={(change) => draft.edit({ steps: change(draft.state().edited.steps) })}
          />
        </Box>
        <Box className={classes['beside']} component="section" aria-label="Preview" tabIndex={0}>
          <Obstacles steps={edited.steps} faults={faults} />
          <Loaded query={loadingRecords}>
            {() => (
              <PreviewPanel
                spinnerId={spinner.id}
                steps={edited.steps}
                preview={preview}
                faulty={byStep}
                records={records ?? []}
                recordId={recordId}
                columns={columns}
                dataTableId={table.id}
                reachesNobody={reachesNobody}
                onChoose={(id) => {
                  setOwnChoice(true)
                  setChosen(id)
                }}
              />
            )}
          </Loaded>
        </Box>
        <Stack className={classes['settings']} gap="lg">
          <AudienceChoice value={edited.audience} onChange={(audience) => draft.edit({ audience })} />
          <ContactChoice
            contact={edited.contact}
            exclusive={edited.exclusive}
            onChange={(changes) => draft.edit(changes)}
          />
          <ExitChoice exits={edited.exits} onChange={(exits) => draft.edit({ exits })} />
          <GoLive
            spinner={spinner}
            starts={edited.starts}
            sendWindow={edited.sendWindow}
            triggerData={edited.triggerData}
            onChange={(changes) => draft.edit(changes)}
          />
        </Stack>
      </div>
    </>
  )
}
